import { route } from '../api/route.ts';

/** Keys that devices keep for their owner, who unlocks them: both factors at once. */
export const passkeysRoutes = {
  list: route('GET', '/auth/passkeys', 'session'),
  options: route('POST', '/auth/passkeys/options', 'session', { confirmed: true }),
  create: route('POST', '/auth/passkeys', 'session', { confirmed: true }),
  update: route('PUT', '/auth/passkeys/{id}', 'session', { confirmed: true }),
  remove: route('DELETE', '/auth/passkeys/{id}', 'session', { confirmed: true }),
  signInOptions: route('POST', '/auth/login/passkey/options', 'public'),
  signIn: route('POST', '/auth/login/passkey', 'public'),
};
