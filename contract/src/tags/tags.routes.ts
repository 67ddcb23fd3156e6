import { route } from '../api/route.ts';

export const tagsRoutes = {
  list: route('GET', '/tags', 'read'),
  reach: route('GET', '/tags/reach', 'read'),
  change: route('POST', '/tags/change', 'manage', { writesBatch: true }),
};
