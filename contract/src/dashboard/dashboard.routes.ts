import { route } from '../api/route.ts';

export const dashboardRoutes = {
  dashboard: route({ method: 'GET', path: '/dashboard/stats', access: 'read' }),
};
