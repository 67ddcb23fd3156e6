import type { Group } from '@quartermaster/contract/api/summaries';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { inScope, isOwn } from '../../records/table/scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { tagCounts } from '../../records/list/tag-counts.ts';

const toType = sql`join registrator_types t
  on t."ownerId" = a."registratorTypeOwnerId" and t.id = a."registratorTypeId"`;
const toEmail = sql`join email_accounts t on t."ownerId" = a."ownerId" and t.id = a."emailAccountId"`;

/** Counts the accounts that refer to each target, most first. */
async function grouped(
  db: Db,
  owner: Owner,
  to: OwnedTableName,
  target: typeof toType,
  label: string,
): Promise<Group[]> {
  const scope = inScope(to, owner, 't');
  const seen = scope ? sql`and ${scope}` : sql``;
  const name = sql.ref(`t.${label}`);
  const { rows } = await read(
    db,
    sql<Group>`
    select t.id as "key", ${name} as "label", count(*) as "count" from registrator_accounts a ${target}
    where ${isOwn('registrator_accounts', owner, 'a')} ${seen} group by t.id, ${name} order by count(*) desc, ${name}, t.id`,
  );
  return rows;
}

export async function registratorAccountStats(db: Db, owner: Owner) {
  const counts = await db
    .selectFrom('registrator_accounts')
    .select(({ fn }) => [
      fn.countAll<number>().as('totalAccounts'),
      fn.countAll<number>().filterWhere('isActive', '=', 1).as('activeAccounts'),
      fn.countAll<number>().filterWhere('hasApiAccess', '=', 1).as('accountsWithApi'),
    ])
    .where(isOwn('registrator_accounts', owner))
    .executeTakeFirstOrThrow();
  return {
    ...counts,
    accountsByRegistratorType: await grouped(db, owner, 'registrator_types', toType, 'name'),
    accountsByEmailAccount: await grouped(db, owner, 'email_accounts', toEmail, 'email'),
    tagsByType: await tagCounts(db, owner, 'registrator_accounts'),
  };
}
