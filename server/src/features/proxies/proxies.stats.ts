import type { Group } from '@quartermaster/contract/api/summaries';
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';

/** Counts by a column, most first, without empty values. */
async function grouped(db: Db, owner: Owner, column: 'type' | 'country'): Promise<Group[]> {
  const rows = await db
    .selectFrom('proxies')
    .select([sql.ref<string>(column).as('key'), sql<number>`count(*)`.as('count')])
    .where(isOwn('proxies', owner))
    .where(column, 'is not', null)
    .groupBy(column)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(column)
    .execute();
  return rows.map(({ key, count }) => ({ key, label: key, count }));
}

export async function proxyStats(db: Db, owner: Owner) {
  const { total, active } = await db
    .selectFrom('proxies')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(case when "isActive" = 1 then 1 end)`.as('active'),
    ])
    .where(isOwn('proxies', owner))
    .executeTakeFirstOrThrow();
  return {
    totalProxies: total,
    activeProxies: active,
    proxyTypes: await grouped(db, owner, 'type'),
    proxiesByCountry: await grouped(db, owner, 'country'),
  };
}
