import { route } from '../api/route.ts';

export const healthRoutes = {
  health: route({ method: 'GET', path: '/health', access: 'public' }),
  ready: route({ method: 'GET', path: '/ready', access: 'public' }),
};
