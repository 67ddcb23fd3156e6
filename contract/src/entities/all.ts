import { cdnAccount } from './cdn/cdn.schema.ts';
import { domain } from './domains/domains.schema.ts';
import { emailAccount } from './emails/emails.schema.ts';
import { hosting } from './hostings/hostings.schema.ts';
import { proxy } from './proxies/proxies.schema.ts';
import { registratorAccount } from './registrator-accounts/registrator-accounts.schema.ts';
import { registratorType } from './registrator-types/registrator-types.schema.ts';
import { server } from './servers/servers.schema.ts';

/** Every kind of record with its schemas, by its name in `kinds`, after the kinds that it refers to. */
export const entities = {
  emails: emailAccount,
  registratorTypes: registratorType,
  proxies: proxy,
  registratorAccounts: registratorAccount,
  hostings: hosting,
  servers: server,
  cdn: cdnAccount,
  domains: domain,
};
