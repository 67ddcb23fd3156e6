import { route } from '../api/route.ts';

export const membersRoutes = {
  list: route('GET', '/members', 'member'),
  update: route('PUT', '/members/{userId}', 'manage', { confirmed: true }),
  /** Everyone may leave; removing others needs `manage`. */
  remove: route('DELETE', '/members/{userId}', 'member', { confirmed: true }),
};
