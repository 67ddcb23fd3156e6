import { sql } from 'kysely';
import { type OwnedTableName, type Tx, globalOwner } from '../db/schema.ts';
import { crossKey, crossSoon, noteForEvaluation } from '../jobs/due.ts';
import { inChunks } from '../lib/paced.ts';
import { type Reference, entityOf, ownedTables, referenceAt } from '../records/kinds/entities.ts';
import type { Change, Follower } from '../records/table/change-log.ts';

/** The references through which records take their name from another: a registrator account from its type. */
const namedThrough: readonly (Reference & { field: string })[] = ownedTables.flatMap((table) => {
  const { name } = entityOf[table];
  const [shown = '', ...rest] = typeof name === 'string' ? name.split('.') : [];
  return rest.length > 0 ? [{ ...referenceAt(table, shown), field: rest.join('.') }] : [];
});

const idsAtOnce = 500;
const idOf = ({ before, after }: Change): string => String((after ?? before)?.['id']);

/** The records of all workspaces that are named by these, with their owners. */
async function recordsNamedBy(tx: Tx, table: OwnedTableName, ownerId: string, changes: readonly Change[]) {
  const found: { ownerId: string; id: string }[] = [];
  for (const { from, to, column, ownerColumn, field } of namedThrough) {
    if (to !== table) continue;
    const renamed = changes.filter(({ before, after }) => before && after && before[field] !== after[field]);
    for await (const some of inChunks(renamed.map(idOf), idsAtOnce))
      found.push(
        ...(await tx
          .selectFrom(from as 'domains')
          .select(['ownerId', 'id'])
          .where(sql.ref(ownerColumn), '=', ownerId)
          .where(sql.ref(column), 'in', some)
          .execute()),
      );
  }
  return found;
}

/** Notes the records that were written, and those named by them, for the next evaluation. */
export const followAlerts: Follower = async (tx, { id: ownerId }, table, changes, log) => {
  const written = ownerId === globalOwner ? [] : changes.map((change) => ({ ownerId, id: idOf(change) }));
  const all = [...written, ...(await recordsNamedBy(tx, table, ownerId, changes))];
  for (const [owner, some] of Map.groupBy(all, (each) => each.ownerId)) {
    const ids = some.map(({ id }) => id);
    await noteForEvaluation(tx, owner, ids);
  }
  // Of a global record, other workspaces take note when they are evaluated next.
  if (ownerId !== globalOwner) log.atEnd(crossKey(ownerId), (end) => crossSoon(end, ownerId));
  return [];
};
