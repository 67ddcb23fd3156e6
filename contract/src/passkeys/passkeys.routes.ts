import { route } from '../api/route.ts';

/** Passkeys: a device keeps the key and verifies its owner, so that one counts as both factors. */
export const passkeysRoutes = {
  list: route('GET', '/auth/passkeys', 'session'),
  options: route('POST', '/auth/passkeys/options', 'session', { confirmed: true }),
  create: route('POST', '/auth/passkeys', 'session', { confirmed: true }),
  update: route('PUT', '/auth/passkeys/{id}', 'session', { confirmed: true }),
  remove: route('DELETE', '/auth/passkeys/{id}', 'session', { confirmed: true }),
  signInOptions: route('POST', '/auth/login/passkey/options', 'public'),
  signIn: route('POST', '/auth/login/passkey', 'public'),
};
