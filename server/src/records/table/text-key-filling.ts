import { folded } from '@quartermaster/contract/rules/folded';
import { sql } from 'kysely';
import { recall, remember } from '../../db/facts.ts';
import { read } from '../../db/raw-sql.ts';
import { rowLock } from '../../db/row-lock.ts';
import { retried } from '../../db/retried.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { eachChunk } from '../../jobs/each-chunk.ts';
import type { Job } from '../../jobs/job.ts';
import { pacedMap } from '../../lib/paced.ts';
import { ownedTables } from '../kinds/entities.ts';
import { type Condition, isOneOf } from './conditions.ts';
import type { StoredRow } from '../kinds/row.ts';
import { textKeys, textKeysOf } from './text-keys.ts';
import { updateRows } from './update-rows.ts';

const daily = '45 3 * * *';
const rowsAtOnce = 200;

/** The key columns, remembered once a run found nothing to fill: a new column makes the job run again. */
const allKeys = ownedTables
  .flatMap((table) => textKeys(table).map(({ column }) => `${table}.${column}`))
  .join();

/** These rows with their keys as they are and as they should be. Reads only what keys are made of. */
async function readKeys(db: Db | Tx, table: OwnedTableName, rowsWith: Condition) {
  const texts = textKeys(table).flatMap(({ field, column }) => [field, column]);
  const columns = [...new Set(['ownerId', 'id', 'searchText', ...texts])].map((column) => sql.ref(column));
  const { rows } = await read(
    db,
    sql<StoredRow & { searchText: string }>`select ${sql.join(columns)}
    from ${sql.table(table)} where ${rowsWith} order by "ownerId", id limit ${sql.lit(rowsAtOnce)} ${rowLock(db)}`,
  );
  return pacedMap(rows, (before) => ({
    before,
    after: { ...before, ...textKeysOf(table, before), searchText: folded(before.searchText) },
  }));
}

type Keys = Awaited<ReturnType<typeof readKeys>>;
const changedIn = (rows: Keys): Keys =>
  rows.filter(({ before, after }) =>
    Object.entries(after).some(([column, value]) => before[column] !== value),
  );

/** Writes the keys of these rows as they are by now, locking no others. */
async function fill(tx: Tx, table: OwnedTableName, rows: Keys): Promise<void> {
  for (const [ownerId, some] of Map.groupBy(rows, ({ before }) => before.ownerId)) {
    const ids = isOneOf(
      'id',
      some.map(({ before }) => before.id),
    );
    const now = await readKeys(tx, table, sql`"ownerId" = ${ownerId} and ${ids}`);
    await updateRows(tx, { id: ownerId }, table, changedIn(now));
  }
}

/** Fills in what a table lacks; returns the number of rows that lacked something. */
async function fillTable(db: Db, table: OwnedTableName, signal: AbortSignal): Promise<number> {
  let filled = 0;
  await eachChunk({ ownerId: '', id: '' }, signal, async ({ ownerId, id }) => {
    const rows = await readKeys(db, table, sql`("ownerId", id) > (${ownerId}, ${id})`);
    const changed = changedIn(rows);
    if (changed.length > 0) await retried(() => db.transaction().execute((tx) => fill(tx, table, changed)));
    filled += changed.length;
    return rows.length < rowsAtOnce ? null : (rows.at(-1)?.before ?? null);
  });
  return filled;
}

/** The job that makes the keys of texts stored before there were keys. */
export const textKeyFilling = ({ db }: { db: Db }): Job => ({
  kind: 'fill-text-keys',
  cron: daily,
  run: async ({ signal }) => {
    if ((await recall(db, 'texts.keyed')) === allKeys) return;
    let filled = 0;
    for (const table of ownedTables) filled += await fillTable(db, table, signal);
    // Once there was nothing to fill: until then, a server of an earlier version may still have been running.
    if (filled === 0) await remember(db, 'texts.keyed', allKeys);
  },
});
