import { folded } from '@quartermaster/contract/rules/folded';
import { sql } from 'kysely';
import { engineOf } from '../db/engines/engine-of.ts';
import { retried } from '../db/retried.ts';
import type { Db, OwnedTableName, Schema, Tx } from '../db/schema.ts';
import type { Job } from '../jobs/job.ts';
import { pacedMap } from '../lib/paced.ts';
import { ownedTables } from './entities.ts';
import { anyOf } from './list/conditions.ts';
import type { StoredRow } from './row.ts';
import { textKeys, textKeysOf } from './text-keys.ts';
import { updateRows } from './update-rows.ts';

const daily = '45 3 * * *';
const rowsAtOnce = 500;

/** Where a chunk ended. */
type Place = readonly [ownerId: string, id: string];

/** Rows whose keys are missing, or whose search text may not be folded. */
const isOpen = (table: OwnedTableName) =>
  anyOf([
    sql`octet_length("searchText") > length("searchText")`,
    ...textKeys(table).map(
      ({ field, column }) => sql<boolean>`(${sql.ref(column)} is null and ${sql.ref(field)} is not null)`,
    ),
  ]);

/** Fills in a chunk of rows after this place. Returns the last one; null at the end. */
async function fillChunk(tx: Tx, table: OwnedTableName, [ownerId, id]: Place): Promise<Place | null> {
  const lock = engineOf<Schema>(tx) === 'postgres' ? sql`for update` : sql``;
  const { rows } = await sql<StoredRow & { searchText: string }>`select * from ${sql.table(table)}
    where ("ownerId", id) > (${ownerId}, ${id}) and ${isOpen(table)}
    order by "ownerId", id limit ${sql.lit(rowsAtOnce)} ${lock}`.execute(tx);
  const edits = await pacedMap(rows, (before) => ({
    before,
    after: { ...before, ...textKeysOf(table, before), searchText: folded(before.searchText) },
  }));
  const changed = edits.filter(({ before, after }) =>
    Object.entries(after).some(([column, value]) => before[column] !== value),
  );
  for (const [owner, some] of Map.groupBy(changed, ({ before }) => before.ownerId))
    await updateRows(tx, { id: owner }, table, some);
  const last = rows.at(-1);
  return last === undefined || rows.length < rowsAtOnce ? null : [last.ownerId, last.id];
}

/** The job that makes the keys of texts stored before there were keys, or by an earlier version. */
export const textKeyFilling = ({ db }: { db: Db }): Job => ({
  kind: 'fill-text-keys',
  cron: daily,
  run: async ({ signal }) => {
    for (const table of ownedTables)
      for (let place: Place | null = ['', '']; place !== null;) {
        signal.throwIfAborted();
        const from: Place = place;
        place = await retried(() => db.transaction().execute((tx) => fillChunk(tx, table, from)));
      }
  },
});
