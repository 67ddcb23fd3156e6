import { proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import type { OwnedTableName } from '../../db/schema.ts';
import { RecordTable } from '../../records/record-table.ts';
import { cdnAccounts } from '../cdn/cdn.entity.ts';
import { domains } from '../domains/domains.entity.ts';
import { emails } from '../emails/emails.entity.ts';
import { hostings } from '../hostings/hostings.entity.ts';
import { registratorAccounts } from '../registrator-accounts/registrator-accounts.entity.ts';
import { registratorTypes } from '../registrator-types/registrator-types.entity.ts';
import { servers } from '../servers/servers.entity.ts';

const tables: Readonly<Record<OwnedTableName, RecordTable>> = {
  cdn_accounts: cdnAccounts as unknown as RecordTable,
  domains: domains as unknown as RecordTable,
  email_accounts: emails as unknown as RecordTable,
  hostings: hostings as unknown as RecordTable,
  proxies: new RecordTable(proxy) as unknown as RecordTable,
  registrator_accounts: registratorAccounts as unknown as RecordTable,
  registrator_types: registratorTypes as unknown as RecordTable,
  servers: servers as unknown as RecordTable,
};

/** Every kind of record, with its rules. */
export const recordTableOf = (name: OwnedTableName): RecordTable => tables[name];
