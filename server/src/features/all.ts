import { type Area, areas } from '@quartermaster/contract/api/areas';
import type { Job } from '../jobs/job.ts';
import { entityOf, tableOfArea } from '../records/kinds/entities.ts';
import type { RecordTable, Tables } from '../records/list/record-table.ts';
import type { Services } from '../services.ts';
import { cdnAccounts } from './cdn/cdn.entity.ts';
import { cdnRoutes } from './cdn/cdn.routes.ts';
import { domains } from './domains/domains.entity.ts';
import { domainRoutes } from './domains/domains.routes.ts';
import { expirationCheck } from './domains/domains.service.ts';
import { emails } from './emails/emails.entity.ts';
import { hostings } from './hostings/hostings.entity.ts';
import { hostingRoutes } from './hostings/hostings.routes.ts';
import { proxies } from './proxies/proxies.entity.ts';
import { proxyRoutes } from './proxies/proxies.routes.ts';
import { crudRoutes } from './records/records.routes.ts';
import { recordTable } from './records/records.table.ts';
import { registratorAccounts } from './registrator-accounts/registrator-accounts.entity.ts';
import { registratorAccountRoutes } from './registrator-accounts/registrator-accounts.routes.ts';
import { registratorTypes } from './registrator-types/registrator-types.entity.ts';
import { registratorTypeRoutes } from './registrator-types/registrator-types.routes.ts';
import { servers } from './servers/servers.entity.ts';
import { serverRoutes } from './servers/servers.routes.ts';

/** A kind of record, as far as it is special. What is missing is uniform. */
interface Special {
  /** With its rules. */
  table: RecordTable;
  /** All of its routes. */
  routes?: (services: Services) => void;
  jobs?: readonly ((services: Services) => Job)[];
}

/** What follows the records of a kind is in `records.table.ts`, since it is the same for all. */
const special: { readonly [A in Area]?: Special } = {
  domains: { table: domains, routes: domainRoutes, jobs: [expirationCheck] },
  servers: { table: servers, routes: serverRoutes },
  emails: { table: emails },
  hostings: { table: hostings, routes: hostingRoutes },
  cdn: { table: cdnAccounts, routes: cdnRoutes },
  proxies: { table: proxies, routes: proxyRoutes },
  'registrator-accounts': { table: registratorAccounts, routes: registratorAccountRoutes },
  'registrator-types': { table: registratorTypes, routes: registratorTypeRoutes },
};

/** Every kind of record, in the order of the API's document. */
export const kinds = areas.map((area): Required<Special> => {
  const { table, ...more } = special[area] ?? { table: recordTable(entityOf[tableOfArea[area]]) };
  return { table, routes: ({ api, db }) => crudRoutes(api, db, table), jobs: [], ...more };
});

export const tables = Object.fromEntries(kinds.map(({ table }) => [table.name, table])) as Tables;
