import { route } from '../api/route.ts';

export const viewsRoutes = {
  list: route('GET', '/views', 'member'),
  create: route('POST', '/views', 'member'),
  update: route('PUT', '/views/{id}', 'member'),
  remove: route('DELETE', '/views/{id}', 'member'),
};
