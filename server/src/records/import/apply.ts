import type { BulkResult } from '@quartermaster/contract/api/bulk-import';
import type { Owner } from '../../access/owner.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { type Batch, inBatch } from '../history/batches.ts';
import { inTurn } from '../in-turn.ts';
import type { RecordTable } from '../record-table.ts';
import { type PlannedRow, planImport } from './plan.ts';
import { checkRows } from './rows.ts';
import type { SentRow } from './sent-row.ts';

interface ImportOptions {
  /** Skip a row whose unique key is taken; otherwise it is an error. */
  skipDuplicates: boolean;
  /** Adds the defaults of this import to a row. */
  complete?: (row: unknown) => unknown;
}

/** Each may hold a body of 32 MiB. */
const waitingAtMost = 4;

/** Stores what a plan creates, but for rows that another transaction has added since. */
async function applyPlan(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  plan: readonly PlannedRow[],
  repeated: PlannedRow,
  batch: Batch,
): Promise<BulkResult> {
  const lost = await table.owned.insertMany(
    tx,
    owner,
    plan.filter((row) => row.kind === 'create'),
    batch,
  );
  const done = plan.map((row) => (row.kind === 'create' && lost.has(row.key) ? repeated : row));
  const errors = done.flatMap((row, index) =>
    row.kind === 'error' ? [{ index, message: row.message }] : [],
  );
  const imported = done.filter(({ kind }) => kind === 'create').length;
  return { imported, skipped: done.length - imported - errors.length, failed: errors.length, errors };
}

/** Imports rows as one batch: every good row is stored or, if a write fails, none. `rows` are `SentRow`s. */
export const importRows = (
  db: Db,
  owner: Owner,
  table: RecordTable,
  rows: readonly unknown[],
  { skipDuplicates, complete = (row) => row }: ImportOptions,
): Promise<BulkResult> =>
  inTurn(db, owner, waitingAtMost, async () => {
    const checked = await checkRows(db, owner, table, rows as readonly SentRow[], complete);
    const { message } = table.entity.unique;
    const repeated: PlannedRow = skipDuplicates ? { kind: 'skip' } : { kind: 'error', message };
    return inBatch(db, { kind: 'import', table: table.name, owner }, async (tx, batch) => {
      const plan = await planImport(tx, owner, table, checked, repeated);
      return applyPlan(tx, owner, table, plan, repeated, batch);
    });
  });
