import { limits } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { type Db, type OwnedTableName, globalOwner } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { ownedTables } from '../kinds/entities.ts';
import { columnIn, clears, optional } from '../history/detachments.ts';
import { hadTags, isLastDeletion } from '../history/gone.ts';
import { type PastBatch, type PastChange, changesOfBatchBackwards } from '../history/read.ts';
import { type Condition, anyOf } from '../table/conditions.ts';
import { inChunks } from '../../lib/paced.ts';
import { type Reversal, reversalsOf } from './reversals.ts';

/** What to undo: an act, or the deletions of records. */
export type UndoTarget = { batchId: string } | { ids: string[] };

/** Everything that a batch did, the last first. */
export async function* ofBatch(db: Db, owner: Owner, batchId: string): AsyncGenerator<Reversal[]> {
  let before: string | null = null;
  do {
    const page = await changesOfBatchBackwards(db, owner, batchId, limits.undoneAtOnce, before);
    yield reversalsOf(page.items.toReversed());
    before = page.next;
  } while (before !== null);
}

/** The last deletions of records, visible by the tags that they had; those of one person, or of all (null). */
export function deletions(db: Db, owner: Owner, madeBy: string | null) {
  const each = ownedTables.map(
    (table): Condition =>
      sql`(deleted."tableName" = ${table} and ${isLastDeletion(table, 'deleted')} and ${hadTags(db, owner, table, 'deleted')})`,
  );
  let query = db
    .selectFrom('changes as deleted')
    .leftJoin('batches', (join) =>
      join.on('batches.ownerId', '=', owner.id).onRef('batches.id', '=', 'deleted.batchId'),
    )
    .where('deleted.ownerId', 'in', [owner.id, globalOwner])
    .where(({ or, eb }) => or([eb('deleted.ownerId', '=', owner.id), eb('batches.id', 'is not', null)]))
    .where('deleted.action', '=', 'delete')
    .where('deleted.before', 'is not', null)
    .where(anyOf(each));
  if (madeBy !== null) query = query.where('deleted.actorId', '=', madeBy);
  return query;
}

const idsAtOnce = 200;

/** The columns with which a change let go of one of these records. */
const detachedColumns = ({ tableName, before, after }: PastChange, ids: ReadonlySet<string>): string[] =>
  optional
    .filter(
      ({ from, column }) =>
        from === tableName && ids.has(String(before?.[column])) && (after?.[column] ?? null) === null,
    )
    .map(({ column }) => column);

/** Pages of a batch's updates that let go of one of these records. */
async function* detachments(db: Db, owner: Owner, batchId: string, ids: ReadonlySet<string>) {
  const given = valuesOf(db, [['text', [...ids]]]);
  const which = anyOf(
    optional.map(
      (reference) =>
        sql`(${clears(db, reference)} and ${columnIn(db, 'changes.before', reference.column)} in (${given}))`,
    ),
  );
  for (let before: string | null = null; ;) {
    const page = await changesOfBatchBackwards(db, owner, batchId, limits.undoneAtOnce, before, which);
    yield page.items.map((change) => ({ change, columns: detachedColumns(change, ids) }));
    before = page.next;
    if (before === null) return;
  }
}

/** The deletions of these records, in an order in which they can be restored, and then what these detached. */
export async function* ofRecords(
  db: Db,
  owner: Owner,
  madeBy: string | null,
  ids: readonly string[],
): AsyncGenerator<Reversal[]> {
  const batches = new Map<string, Set<string>>();
  const byTable = new Map<OwnedTableName, { id: string; octets: number }[]>();
  for await (const some of inChunks(new Set(ids), idsAtOnce)) {
    const rows = await deletions(db, owner, madeBy)
      .select(['deleted.id', 'deleted.tableName', 'deleted.recordId', 'deleted.batchId'])
      .select(sql<number>`octet_length(deleted.before)`.as('octets'))
      .where('deleted.recordId', 'in', some)
      .execute();
    for (const { id, octets, recordId, batchId, ...row } of rows) {
      const table = row.tableName as OwnedTableName;
      byTable.set(table, [...(byTable.get(table) ?? []), { id, octets }]);
      if (batchId !== null) batches.set(batchId, (batches.get(batchId) ?? new Set()).add(recordId));
    }
  }
  for (const table of ownedTables)
    for await (const some of inChunks(byTable.get(table) ?? [], idsAtOnce, ({ octets }) => octets)) {
      const rows = await db
        .selectFrom('changes')
        .selectAll()
        .where('ownerId', 'in', [owner.id, globalOwner])
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .execute();
      yield reversalsOf(
        rows.map(({ before, forgotten, ...row }) => ({
          ...row,
          tableName: table,
          action: 'delete',
          before: before === null ? undefined : (JSON.parse(before) as Record<string, string>),
          after: undefined,
          forgotten: forgotten === null ? [] : (JSON.parse(forgotten) as string[]),
        })),
      );
    }
  for (const [batchId, deleted] of batches)
    for await (const page of detachments(db, owner, batchId, deleted))
      yield page.flatMap(({ change, columns }) => {
        const only = (row: PastChange['before']) =>
          row && Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
        return reversalsOf([{ ...change, before: only(change.before), after: only(change.after) }]);
      });
}

/** How many changes undoing takes at most. */
export async function sizeOf(
  db: Db,
  owner: Owner,
  target: UndoTarget,
  batch: PastBatch | null,
): Promise<number> {
  if (batch) return batch.created + batch.updated + batch.deleted;
  if ('batchId' in target) return 0;
  const ids = new Set<string>();
  for await (const some of inChunks(new Set(target.ids), idsAtOnce)) {
    const rows = await deletions(db, owner, null)
      .select('deleted.batchId')
      .where('deleted.recordId', 'in', some)
      .execute();
    for (const { batchId } of rows) if (batchId !== null) ids.add(batchId);
  }
  let size = target.ids.length;
  for await (const some of inChunks(ids, idsAtOnce)) {
    const { updated } = await db
      .selectFrom('batches')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('updated'), sql<number>`0`).as('updated'))
      .where('ownerId', '=', owner.id)
      .where('id', 'in', some)
      .executeTakeFirstOrThrow();
    size += Number(updated);
  }
  return size;
}
