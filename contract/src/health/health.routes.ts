import { route } from '../api/route.ts';

export const healthRoutes = {
  health: route('GET', '/health', 'public'),
  ready: route('GET', '/ready', 'public'),
};
