import { route } from '../api/route.ts';

/** Signing in by an identity provider (OpenID Connect). */
export const oidcRoutes = {
  begin: route('POST', '/auth/oidc', 'public'),
  finish: route('POST', '/auth/login/oidc', 'public'),
  link: route('POST', '/auth/identities', 'session', { confirmed: true }),
  list: route('GET', '/auth/identities', 'session'),
  unlink: route('DELETE', '/auth/identities/{id}', 'session', { confirmed: true }),
};
