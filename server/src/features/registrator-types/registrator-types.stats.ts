import { sql } from 'kysely';
import { type Db, globalOwner } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen } from '../../records/table/scope.ts';

/** Counts the visible types by owner and by whether they have an API. */
export async function registratorTypeStats(db: Db, owner: Owner) {
  const groups = await db
    .selectFrom('registrator_types')
    .select(['ownerId', 'hasApi', sql<number>`count(*)`.as('count')])
    .where(isSeen('registrator_types', owner))
    .groupBy(['ownerId', 'hasApi'])
    .execute();
  const total = (which: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(which).reduce((sum, { count }) => sum + count, 0);
  return {
    totalAccessible: total(() => true),
    globalTypes: total(({ ownerId }) => ownerId === globalOwner),
    userTypes: total(({ ownerId }) => ownerId === owner.id),
    typesWithApi: total(({ hasApi }) => hasApi === 1),
  };
}
