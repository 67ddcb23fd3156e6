import { route } from '../api/route.ts';

export const viewsRoutes = {
  list: route('GET', '/views', 'read'),
  create: route('POST', '/views', 'read'),
  update: route('PUT', '/views/{id}', 'read'),
  remove: route('DELETE', '/views/{id}', 'read'),
};
