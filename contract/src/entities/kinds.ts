import { cdn } from './cdn/cdn.routes.ts';
import { domains } from './domains/domains.routes.ts';
import { emails } from './emails/emails.routes.ts';
import { hostings } from './hostings/hostings.routes.ts';
import { proxies } from './proxies/proxies.routes.ts';
import { registratorAccounts } from './registrator-accounts/registrator-accounts.routes.ts';
import { registratorTypes } from './registrator-types/registrator-types.routes.ts';
import { servers } from './servers/servers.routes.ts';

/** Every kind of record, in the order of the navigation. */
export const kinds = {
  domains,
  servers,
  hostings,
  cdn,
  proxies,
  emails,
  registratorAccounts,
  registratorTypes,
};
