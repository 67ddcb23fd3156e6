import type { EventEmitter } from 'node:events';
import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import type { Caller } from '../../access/caller.ts';
import { expectCurrent } from '../../access/current.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { faultsInWords } from '../../lib/errors.ts';
import { type Batch, inBatch } from '../history/batches.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { type NewRecord, type PreparedRecords, insertMany, prepareMany } from '../table/insert-many.ts';
import type { RecordTable } from '../list/record-table.ts';
import { referencesOf } from '../table/reference-checks.ts';
import { type PlannedRow, planImport } from './plan.ts';
import { checkRows } from './rows.ts';
import type { SentRow } from './sent-row.ts';

interface ImportOptions {
  /** Skip a row whose unique key is taken; otherwise that is an error. */
  skipDuplicates: boolean;
  /** Adds this import's defaults to a row. */
  complete?: (row: unknown) => unknown;
}

/** Each may hold a body of 32 MiB. */
const waitingAtMost = 8;

type Created = Extract<PlannedRow, { kind: 'create' }>;
const isCreated = (row: PlannedRow): row is Created => row.kind === 'create';

/**
 * Stores the rows that a plan creates, except those that another transaction has added or whose references it has
 * deleted.
 */
async function applyPlan(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  plan: readonly PlannedRow[],
  prepared: PreparedRecords,
  repeated: PlannedRow,
  batch: Batch,
): Promise<BulkResult> {
  const resolve = await referencesOf(
    tx,
    owner,
    table.name,
    plan.filter(isCreated).map(({ fields }) => fields),
  );
  const errorsOf = ({ fields }: NewRecord): FieldErrors => resolve(fields).errors;
  const isOrphan = (record: NewRecord): boolean => Object.keys(errorsOf(record)).length > 0;
  const lost = await insertMany(tx, owner, table.owned, prepared, isOrphan, batch);
  const done = plan.map((row): PlannedRow => {
    if (!isCreated(row) || !lost.has(row.key)) return row;
    return isOrphan(row) ? { kind: 'error', errors: errorsOf(row) } : repeated;
  });
  const errors = done.flatMap((row, index) =>
    row.kind === 'error' ? [{ index, message: faultsInWords(row.errors) }] : [],
  );
  const imported = done.filter(({ kind }) => kind === 'create').length;
  return { imported, skipped: done.length - imported - errors.length, failed: errors.length, errors };
}

/** Imports rows as one batch: stores every good row or, if a write fails, none. `rows` are `SentRow`s. */
export const importRows = (
  db: Db,
  caller: Caller,
  client: EventEmitter,
  table: RecordTable,
  rows: readonly unknown[],
  { skipDuplicates, complete = (row) => row }: ImportOptions,
): Promise<BulkResult> => {
  const { owner } = caller;
  return inBulkQueue(db, owner, client, waitingAtMost, async () => {
    const checked = await checkRows(db, owner, table, rows as readonly SentRow[], complete);
    const { field, message } = table.entity.unique;
    const repeated: PlannedRow = skipDuplicates
      ? { kind: 'skip' }
      : { kind: 'error', errors: { [field]: message } };
    const plan = await planImport(db, owner, table, checked, { existing: repeated, repeated });
    const prepared = await prepareMany(db, owner, table.owned, plan.filter(isCreated));
    return inBatch(db, { kind: 'import', table: table.name, owner, caller }, async (tx, batch) => {
      await expectCurrent(tx, caller);
      return applyPlan(tx, owner, table, plan, prepared, repeated, batch);
    });
  });
};
