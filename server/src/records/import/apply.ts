import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import type { Owner } from '../../access/owner.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { type Batch, inBatch } from '../history/batches.ts';
import type { RecordTable } from '../record-table.ts';
import { type ImportOptions, type PlannedRow, planImport } from './plan.ts';

/** Stores what a plan creates. */
export async function applyPlan(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  plan: readonly PlannedRow[],
  batch: Batch,
): Promise<BulkResult> {
  const created = plan.filter((row) => row.kind === 'create');
  const errors = plan.flatMap((row) =>
    row.kind === 'error' ? [{ index: row.index, message: row.message }] : [],
  );
  if (created.length > 0) await table.owned.insertMany(tx, owner, created, batch);
  return {
    imported: created.length,
    skipped: plan.length - created.length - errors.length,
    failed: errors.length,
    errors,
  };
}

/** Imports rows as one batch: every good row is stored or, if a write fails, none. */
export const importRows = (
  db: Db,
  owner: Owner,
  table: RecordTable,
  rows: readonly unknown[],
  options: ImportOptions,
): Promise<BulkResult> =>
  inBatch(db, { kind: 'import', table: table.name, owner }, async (tx, batch) =>
    applyPlan(tx, owner, table, await planImport(tx, owner, table, rows, options), batch),
  );
