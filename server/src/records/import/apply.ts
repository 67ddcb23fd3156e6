import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import { v7 as uuid } from 'uuid';
import type { Db, Tx } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';
import type { RecordTable } from '../record-table.ts';
import { type ImportOptions, type PlannedRow, planImport } from './plan.ts';

/** Stores what a plan creates, as one batch. */
export async function applyPlan(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  plan: readonly PlannedRow[],
): Promise<BulkResult> {
  const created = plan.filter((row) => row.kind === 'create');
  const errors = plan.flatMap((row) =>
    row.kind === 'error' ? [{ index: row.index, message: row.message }] : [],
  );
  if (created.length > 0) await table.owned.insertMany(tx, owner, created, uuid());
  return {
    imported: created.length,
    skipped: plan.length - created.length - errors.length,
    failed: errors.length,
    errors,
  };
}

/** Imports rows in one transaction: every good row lands or, on a fault, none. */
export const importRows = (
  db: Db,
  owner: Owner,
  table: RecordTable,
  rows: readonly unknown[],
  options: ImportOptions,
): Promise<BulkResult> =>
  db
    .transaction()
    .execute(async (tx) => applyPlan(tx, owner, table, await planImport(tx, owner, table, rows, options)));
