import { type SqlBool, sql } from 'kysely';
import { read, write } from '../../db/raw-sql.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { type ChangedHolder, type HolderTable, holderName, tagHolders } from '../table/tag-holders.ts';
import type { Batch } from './batches.ts';

/** Rewrites what names a tag, and keeps how it was with the batch, by which an undo brings it back. */
export async function changeHolders(
  tx: Tx,
  ownerId: string,
  batch: Batch,
  holders: readonly ChangedHolder[],
): Promise<void> {
  const changed = holders.filter(({ before, after }) => before !== after);
  for (const { table, id, after } of changed) {
    const { column, owner, id: key } = tagHolders[table];
    const isDated = table === 'saved_views' || table === 'alert_rules';
    await write(
      tx,
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after}
        ${isDated ? sql`, "updatedAt" = ${nextTime()}` : sql``}
      where ${sql.ref(owner)} = ${ownerId} and ${sql.ref(key)} = ${id}`,
    );
  }
  // Without a batch there is nothing to undo.
  if (batch.size === 0 || changed.length === 0) return;
  await tx
    .insertInto('tag_holder_changes')
    .values(
      changed.map(({ table: tableName, id: holderId, before, after }) => ({
        ownerId,
        batchId: batch.id,
        tableName,
        holderId,
        before,
        after,
      })),
    )
    .execute();
}

/** The tables in which a batch changed what names a tag. */
export async function holdersChangedBy(db: Db, ownerId: string, batchId: string): Promise<HolderTable[]> {
  const rows = await db
    .selectFrom('tag_holder_changes')
    .select('tableName')
    .distinct()
    .where('ownerId', '=', ownerId)
    .where('batchId', '=', batchId)
    .execute();
  return rows.map(({ tableName }) => tableName as HolderTable);
}

const rowsAtOnce = 500;

/** What a batch changed in a table, backwards, in pages; `now` is what is stored. Without what is gone. */
export async function* holdersBack(
  db: Db,
  ownerId: string,
  batchId: string,
  table: HolderTable,
): AsyncGenerator<(ChangedHolder & { now: string })[]> {
  const { column, owner, id, name } = tagHolders[table];
  for (let last: string | null = ''; last !== null;) {
    const changes = await db
      .selectFrom('tag_holder_changes')
      .select(['holderId as id', 'before as after', 'after as before'])
      .where('ownerId', '=', ownerId)
      .where('batchId', '=', batchId)
      .where('tableName', '=', table)
      .where('holderId', '>', last)
      .orderBy('holderId')
      .limit(rowsAtOnce)
      .execute();
    const ids = changes.map((change) => change.id);
    if (ids.length === 0) return;
    const { rows } = await read(
      db,
      sql<{ id: string; name: string; now: string }>`select ${sql.ref(id)} as id, ${name} as name,
        ${sql.ref(column)} as now from ${sql.table(table)}
      where ${sql.ref(owner)} = ${ownerId} and ${sql<SqlBool>`${sql.ref(id)} in (${sql.join(ids)})`}`,
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    yield changes.flatMap((change) => {
      const row = stored.get(change.id);
      return row ? [{ ...change, table, now: row.now, name: holderName(table, row.name) }] : [];
    });
    last = changes.length === rowsAtOnce ? (ids.at(-1) ?? null) : null;
  }
}
