import { route } from '../api/route.ts';

/** For administrators of the installation, who manage accounts and see nobody's records. */
export const installationRoutes = {
  get: route('GET', '/installation', 'administrator'),
  accounts: route('GET', '/installation/accounts', 'administrator'),
  account: route('GET', '/installation/accounts/{id}', 'administrator'),
  updateAccount: route('PUT', '/installation/accounts/{id}', 'administrator', { confirmed: true }),
  removeAccount: route('DELETE', '/installation/accounts/{id}', 'administrator', { confirmed: true }),
  removeFactor: route('DELETE', '/installation/accounts/{id}/second-factor', 'administrator', {
    confirmed: true,
  }),
  testMail: route('POST', '/installation/mail/test', 'administrator'),
  removeIdentity: route('DELETE', '/installation/accounts/{id}/identities/{identityId}', 'administrator', {
    confirmed: true,
  }),
};
