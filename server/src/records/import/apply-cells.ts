import type { RowKind } from '@quartermaster/contract/imports/imports.schema';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { inChunks, pacedMap } from '../../lib/paced.ts';
import { entityOf } from '../kinds/entities.ts';
import type { Batch } from '../history/batches.ts';
import { referencesOf } from '../table/reference-checks.ts';
import type { StoredRow } from '../kinds/row.ts';
import { type CellPlan, type PlannedCells, planCells } from './cell-plan.ts';
import type { Creation } from './create-references.ts';
import { type NewRecord, type PreparedRecords, insertMany, prepareMany } from '../table/insert-many.ts';
import type { CellRows } from './levels.ts';
import { type Update, refusalOf } from './plan.ts';

/** What became of a row that was to be written. */
export type RowOutcome = { kind: RowKind; recordId: string | null; message?: string };

const changedMeanwhile = 'This record was changed by someone else meanwhile';
const rowsAtOnce = 200;

interface PreparedGroup {
  creations: Creation[];
  prepared: PreparedRecords;
}

/** A plan with everything done that needs no transaction. */
export interface PreparedPlan {
  input: CellRows;
  plan: CellPlan;
  /** The indexes of the rows to write. */
  wanted: ReadonlySet<number>;
  groups: PreparedGroup[];
  rows: PreparedRecords;
}

/** Prepares the rows that do what was previewed, and the records that they refer to. */
export async function prepareCells(
  db: Db,
  owner: Owner,
  input: CellRows,
  plan: CellPlan,
  wanted: ReadonlySet<number>,
): Promise<PreparedPlan> {
  const used = new Set([...wanted].flatMap((row) => plan.rows[row]?.uses ?? []));
  const creations = plan.creations.filter(({ id }) => used.has(id));
  const groups: PreparedGroup[] = [];
  for (const [, some] of Map.groupBy(creations, ({ path }) => path)) {
    const [first] = some;
    if (!first) continue;
    const table = input.tableOf(first.table);
    const records = some.map(({ record }) => record);
    groups.push({ creations: some, prepared: await prepareMany(db, owner, table.owned, records) });
  }
  const records = [...wanted].flatMap((row): NewRecord[] => {
    const planned = plan.rows[row]?.planned;
    return planned?.kind === 'create' ? [planned] : [];
  });
  return { input, plan, wanted, groups, rows: await prepareMany(db, owner, input.table.owned, records) };
}

/** Stores records, except those whose references are gone. Returns the keys of those it did not store. */
async function store(
  tx: Tx,
  owner: Owner,
  { input }: PreparedPlan,
  table: NewRecordTable,
  prepared: PreparedRecords,
  batch: Batch,
): Promise<ReadonlySet<string>> {
  const records = prepared.chunks.flatMap((each) => each.records);
  const resolve = await referencesOf(
    tx,
    owner,
    table,
    records.map(({ fields }) => fields),
  );
  const isOrphan = ({ fields }: NewRecord) => Object.keys(resolve(fields).errors).length > 0;
  return insertMany(tx, owner, input.tableOf(table).owned, prepared, isOrphan, batch);
}
type NewRecordTable = Creation['table'];

/** Locks and reads these rows in the order of their ids, so that two imports never deadlock. */
async function lockedRows(tx: Tx, owner: Owner, table: NewRecordTable, ids: readonly string[]) {
  const { rows } = await read(
    tx,
    sql<StoredRow>`select * from ${sql.table(table)} where "ownerId" = ${owner.id}
    and id in (${sql.join([...ids])}) order by id ${rowLock(tx)}`,
  );
  return new Map(rows.map((row) => [row.id, { ...row }]));
}

interface RowUpdate extends Update {
  row: number;
}

/** Plans rows again whose records have another version now; those that would still do the same may go on. */
async function replanned(
  tx: Tx,
  owner: Owner,
  { input, plan }: PreparedPlan,
  stale: readonly number[],
): Promise<Map<number, PlannedCells>> {
  if (stale.length === 0) return new Map();
  const rows = stale.map((row) => plan.rows[row]?.cells ?? []);
  const again = await planCells(
    tx,
    owner,
    { ...input, rows, skipped: {}, errors: {} },
    { isShown: false, spelling: plan.spelling },
  );
  return new Map(
    stale.flatMap((row, index) => {
      const now = again.rows[index];
      return now && now.digest === plan.rows[row]?.digest ? [[row, now] as const] : [];
    }),
  );
}

/** Writes the updates of some rows, at most a few hundred. */
async function storeUpdates(
  tx: Tx,
  owner: Owner,
  work: PreparedPlan,
  updates: readonly RowUpdate[],
  batch: Batch,
): Promise<Map<number, RowOutcome>> {
  const { table } = work.input;
  const ids = updates.map(({ before }) => before.id);
  const now = await lockedRows(tx, owner, table.name, ids);
  const isStale = ({ before }: RowUpdate) => now.get(before.id)?.updatedAt !== before.updatedAt;
  const stale = updates.filter((update) => isStale(update) && now.has(update.before.id));
  const again = await replanned(
    tx,
    owner,
    work,
    stale.map(({ row }) => row),
  );
  const current = updates.flatMap((update): RowUpdate[] => {
    if (!isStale(update)) return [update];
    const planned = again.get(update.row)?.planned;
    return planned?.kind === 'update' ? [{ ...planned, row: update.row }] : [];
  });
  const resolve = await referencesOf(
    tx,
    owner,
    table.name,
    current.map(({ fields }) => fields),
  );
  const edits: RowUpdate[] = [];
  const refusals = new Map<number, string>();
  for (const update of current) {
    const { owners, errors } = resolve(update.fields, update.before);
    if (Object.keys(errors).length > 0) continue;
    // What permits it, such as the fields of a type, may have changed since it was planned.
    const refusal = await refusalOf(tx, owner, table, update);
    if (refusal === null) edits.push({ ...update, owners: { ...update.owners, ...owners } });
    else refusals.set(update.row, refusal);
  }
  await table.owned.updateMany(tx, owner, edits, batch);
  const done = new Set(edits.map(({ row }) => row));
  return new Map(
    updates.map(({ row, before }): [number, RowOutcome] => [
      row,
      done.has(row)
        ? { kind: 'update', recordId: before.id }
        : { kind: 'conflict', recordId: before.id, message: refusals.get(row) ?? changedMeanwhile },
    ]),
  );
}

/** Writes a prepared plan in a transaction, and says what became of its rows. */
export async function storeCells(
  tx: Tx,
  owner: Owner,
  work: PreparedPlan,
  batch: Batch,
): Promise<Map<number, RowOutcome>> {
  const { input, plan, wanted, groups, rows } = work;
  const outcomes = new Map<number, RowOutcome>();
  const lost = new Set<string>();
  for (const { creations, prepared } of groups) {
    const [first] = creations;
    if (!first) continue;
    const keys = await store(tx, owner, work, first.table, prepared, batch);
    for (const { id, record } of creations) if (keys.has(record.key)) lost.add(id);
  }
  const lostKeys = await store(tx, owner, work, input.table.name, rows, batch);
  const ids = new Map(
    rows.chunks.flatMap(({ records }) => records.map(({ key, row }) => [key, row.id] as const)),
  );
  const updates: RowUpdate[] = [];
  await pacedMap(wanted, (row) => {
    const each = plan.rows[row];
    if (each?.planned.kind === 'create') {
      const { key } = each.planned;
      const { one } = entityOf[input.table.name];
      outcomes.set(
        row,
        lostKeys.has(key)
          ? {
              kind: 'conflict',
              recordId: null,
              message: `A ${one} like this one, or one that it refers to, was changed meanwhile`,
            }
          : { kind: 'create', recordId: ids.get(key) ?? null },
      );
    } else if (each?.planned.kind === 'update') {
      if (each.uses.some((id) => lost.has(id)))
        outcomes.set(row, { kind: 'conflict', recordId: each.recordId, message: changedMeanwhile });
      else updates.push({ ...each.planned, row });
    }
  });
  updates.sort((a, b) => (a.before.id < b.before.id ? -1 : 1));
  for await (const some of inChunks(updates, rowsAtOnce))
    for (const [row, outcome] of await storeUpdates(tx, owner, work, some, batch)) outcomes.set(row, outcome);
  return outcomes;
}
