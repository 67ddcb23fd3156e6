import { route } from '../api/route.ts';

/** Keys for programs, each in one workspace. No token makes, lists or ends one. */
export const tokensRoutes = {
  list: route('GET', '/tokens', 'member'),
  create: route('POST', '/tokens', 'member', { confirmed: true }),
  /** Everyone ends their own; who ends another's needs to manage the workspace. */
  remove: route('DELETE', '/tokens/{id}', 'member', { confirmed: true }),
};
