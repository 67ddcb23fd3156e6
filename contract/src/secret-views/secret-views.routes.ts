import { route } from '../api/route.ts';

export const secretViewsRoutes = {
  list: route('GET', '/secret-views', 'manage'),
};
