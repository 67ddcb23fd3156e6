import { proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { OwnedTableName } from '../../db/schema.ts';
import { RecordTable } from '../../records/table/record-table.ts';
import { cdnAccounts } from '../cdn/cdn.entity.ts';
import { domains } from '../domains/domains.entity.ts';
import { emails } from '../emails/emails.entity.ts';
import { hostings } from '../hostings/hostings.entity.ts';
import { registratorAccounts } from '../registrator-accounts/registrator-accounts.entity.ts';
import { registratorTypes } from '../registrator-types/registrator-types.entity.ts';
import { servers } from '../servers/servers.entity.ts';

const tables: Readonly<Record<OwnedTableName, RecordTable>> = {
  cdn_accounts: cdnAccounts,
  domains: domains,
  email_accounts: emails,
  hostings: hostings,
  proxies: new RecordTable(proxy),
  registrator_accounts: registratorAccounts,
  registrator_types: registratorTypes,
  servers: servers,
};

/** Every kind of record, with its rules. */
export const recordTableOf = (name: OwnedTableName): RecordTable => tables[name];
