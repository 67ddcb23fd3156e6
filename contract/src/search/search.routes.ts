import { route } from '../api/route.ts';

export const searchRoutes = {
  search: route('GET', '/search', 'read'),
};
