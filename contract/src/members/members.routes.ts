import { route } from '../api/route.ts';

export const membersRoutes = {
  list: route('GET', '/members', 'member'),
  update: route('PUT', '/members/{userId}', 'manage', { confirmed: true }),
  /** Everyone may leave; who removes another needs to manage the workspace. */
  remove: route('DELETE', '/members/{userId}', 'member', { confirmed: true }),
};
