import type { Group } from '@quartermaster/contract/api/summaries';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isOwn } from '../../records/table/scope.ts';

export async function hostingStats(db: Db, owner: Owner) {
  const counts = await db
    .selectFrom('hostings')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('isActive', '=', 1).as('active'),
      fn.countAll<number>().filterWhere('hasApiAccess', '=', 1).as('withApiAccess'),
    ])
    .where(isOwn('hostings', owner))
    .executeTakeFirstOrThrow();
  const byProvider: Group[] = await db
    .selectFrom('hostings')
    .select(({ fn }) => ['provider as key', 'provider as label', fn.countAll<number>().as('count')])
    .where(isOwn('hostings', owner))
    .groupBy('provider')
    .orderBy('count', 'desc')
    .orderBy('provider')
    .execute();
  return { ...counts, byProvider };
}
