import { route } from '../api/route.ts';

export const dashboardRoutes = {
  dashboard: route('GET', '/dashboard/stats', 'read'),
};
