import { route } from '../api/route.ts';

/** The second factor: codes of an authenticator app, and recovery codes for when it is lost. */
export const factorsRoutes = {
  get: route('GET', '/auth/totp', 'session'),
  begin: route('POST', '/auth/totp', 'session', { confirmed: true }),
  confirm: route('POST', '/auth/totp/confirm', 'session', { confirmed: true }),
  remove: route('DELETE', '/auth/totp', 'session', { confirmed: true }),
  renewCodes: route('POST', '/auth/totp/recovery-codes', 'session', { confirmed: true }),
  second: route('POST', '/auth/login/second', 'public'),
};
