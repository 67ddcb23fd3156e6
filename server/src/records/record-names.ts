import { cdnProviders } from '@quartermaster/contract/catalog/cdn-providers';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { type RawBuilder, sql } from 'kysely';
import { type Owner, visibleOwners } from './owner.ts';
import { type Db, type OwnedTableName, globalOwner } from '../db/schema.ts';

interface NameColumns {
  name: RawBuilder<string>;
  /** What tells a record from others of its name. */
  detail: RawBuilder<string | null>;
}

const none = sql<null>`cast(null as text)`;
const mailboxOf = (table: 'registrator_accounts' | 'cdn_accounts') =>
  sql<string>`(select mailbox.email from email_accounts mailbox
    where mailbox."ownerId" = ${sql.ref(`${table}.ownerId`)}
    and mailbox.id = ${sql.ref(`${table}.emailAccountId`)})`;
const typeName = sql<string>`(select type.name from registrator_types type
  where type."ownerId" = registrator_accounts."registratorTypeOwnerId"
  and type.id = registrator_accounts."registratorTypeId")`;
const providers = Object.entries(cdnProviders).map(
  ([id, { name }]) => sql`when ${sql.lit(id)} then ${sql.lit(name)}`,
);

/** What a record is called wherever another shows it, as columns of a query on its table; never a secret. */
export const recordNames: Record<OwnedTableName, NameColumns> = {
  domains: { name: sql`domains.domain`, detail: sql`domains.status` },
  servers: { name: sql`servers.name`, detail: sql`servers.ip` },
  hostings: { name: sql`hostings.name`, detail: sql`hostings.provider` },
  cdn_accounts: {
    name: sql`case cdn_accounts.provider ${sql.join(providers, sql` `)} else cdn_accounts.provider end`,
    detail: mailboxOf('cdn_accounts'),
  },
  proxies: {
    name: sql`proxies.name`,
    detail: sql`case when proxies.ip like '%:%' then '[' || proxies.ip || ']' else proxies.ip end
      || ':' || proxies.port`,
  },
  email_accounts: { name: sql`email_accounts.email`, detail: none },
  registrator_accounts: { name: typeName, detail: mailboxOf('registrator_accounts') },
  registrator_types: {
    name: sql`registrator_types.name`,
    detail: sql`case when registrator_types."ownerId" = ${sql.lit(globalOwner)} then 'Global' end`,
  },
};

/** The names of these records, as far as they are there and this owner sees them. */
export async function namesOf(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<RecordName[]> {
  if (ids.length === 0) return [];
  const { name, detail } = recordNames[table];
  const { rows } =
    await sql<RecordName>`select id, ${name} as name, ${detail} as detail from ${sql.table(table)}
    where "ownerId" in (${sql.join(visibleOwners(table, owner))}) and id in (${sql.join(ids)})`.execute(db);
  return rows;
}
