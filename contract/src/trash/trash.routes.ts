import { route } from '../api/route.ts';

export const trashRoutes = {
  list: route('GET', '/trash', 'write'),
  restore: route('POST', '/trash/restore', 'write', { writesBatch: true }),
  empty: route('POST', '/trash/empty', 'manage', { confirmed: true }),
};
