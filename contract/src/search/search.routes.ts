import { route } from '../api/route.ts';

export const searchRoutes = {
  search: route({ method: 'GET', path: '/search', access: 'read' }),
};
