import type { AutoRenew, Interval } from '@quartermaster/contract/rules/renewal';
import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { entityOf } from '../records/kinds/entities.ts';
import { isAmong } from '../records/table/conditions.ts';
import { nameColumns } from '../records/table/record-names.ts';
import { isOwn } from '../records/table/scope.ts';

export interface RecordRow {
  id: string;
  name: string;
  tags: string;
}

/** Of a kind with an end date of its own. */
export interface EndingRow extends RecordRow {
  autoRenew: AutoRenew;
  price: number | null;
  currency: string | null;
  payer: string | null;
  interval: Interval;
}

interface DomainRow extends EndingRow {
  registrar: string | null;
  registratorAccountId: string;
}

type Records = ReadonlyMap<string, RecordRow | EndingRow | DomainRow>;

/** What is shown of the records that something expires on; those that are gone are left out. */
export async function recordsOf(
  db: Db,
  owner: Owner,
  ids: ReadonlyMap<OwnedTableName, ReadonlySet<string>>,
): Promise<Records> {
  const found = new Map<string, RecordRow>();
  for (const [table, some] of ids) {
    const { fields, expires } = entityOf[table];
    const tags = 'tags' in fields ? sql.ref(`${table}.tags`) : sql`'[]'`;
    const interval = 'interval' in fields ? sql.ref('interval') : sql`'YEAR'`;
    const ofEnding = sql`, "autoRenew", price, currency, payer, ${interval} as "interval"`;
    const ofDomains = sql`, t.name as registrar, domains."registratorAccountId"`;
    const toRegistrar = sql`join registrator_accounts a on a."ownerId" = domains."ownerId"
      and a.id = domains."registratorAccountId"
      join registrator_types t on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"`;
    const isDomains = table === 'domains';
    const { rows } = await read(
      db,
      sql<RecordRow>`select ${sql.ref(`${table}.id`)} as id, ${nameColumns(table).name} as name,
      ${tags} as tags ${expires ? ofEnding : sql``} ${isDomains ? ofDomains : sql``}
      from ${sql.table(table)} ${isDomains ? toRegistrar : sql``}
      where ${isOwn(table, owner)} and ${isAmong(db, `${table}.id`, valuesOf(db, [['text', [...some]]]))}`,
    );
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}
