import { route } from '../api/route.ts';

/** API tokens: keys for programs, each for one workspace. A token cannot create, list or delete tokens. */
export const tokensRoutes = {
  list: route('GET', '/tokens', 'member'),
  create: route('POST', '/tokens', 'member', { confirmed: true }),
  /** Everyone may end their own; ending others' needs `manage`. */
  remove: route('DELETE', '/tokens/{id}', 'member', { confirmed: true }),
};
