import type { RowKind } from '@quartermaster/contract/imports/imports.schema';
import { imports } from '@quartermaster/contract/imports/imports.schema';
import { EventEmitter } from 'node:events';
import type { Caller, Sender } from '../../access/caller.ts';
import { expectCurrent } from '../../access/current.ts';
import { scopeKey } from '../../access/owner.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/errors.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { inBatch } from '../../records/history/batches.ts';
import { type RowOutcome, prepareCells, storeCells } from '../../records/import/apply-cells.ts';
import type { Services } from '../../services.ts';
import { type LongWork, type Place, doInRequest, enqueueWork } from '../../work/long-work.ts';
import { openImport } from './imports.opening.ts';
import { readRows, replacePieces, sealRows } from './imports.pieces.ts';
import { inTurn } from './imports.planning.ts';
import { type Details, type StagedRow, countsOf, openStaged, planStaged } from './imports.staged.ts';
import * as store from './imports.store.ts';

/** With who applies it, for a job that goes on with it. */
type Applied = Details & { applier: Pick<Sender, 'principal' | 'origin'> };

export interface ApplyAnswer {
  batchId: string | null;
  counts: Details['counts'];
}

const isWritten = ({ kind }: Pick<StagedRow, 'kind'>): boolean => kind === 'create' || kind === 'update';

const placeOf = ({ ownerId, id, applyKey }: store.ImportRecord): Place => ({
  ownerId,
  requestId: id,
  key: applyKey,
});

/** The import while it is being applied with its key; in a transaction it is locked. */
const stillApplying = (
  db: Db,
  { ownerId, requestId, key = null }: Place,
): Promise<store.ImportRecord | undefined> =>
  store
    .applyingImports(db)
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', requestId)
    .where('applyKey', '=', key)
    .modifyEnd(rowLock(db))
    .executeTakeFirst();

/** What became of each row: a row that would do something else than was previewed is not imported. */
function results(staged: readonly StagedRow[], outcomes: ReadonlyMap<number, RowOutcome>): StagedRow[] {
  return staged.map((row, at): StagedRow => {
    if (!isWritten(row)) return row;
    const outcome = outcomes.get(at);
    if (outcome && outcome.kind !== 'conflict')
      return { ...row, kind: outcome.kind, recordId: outcome.recordId };
    const message = outcome?.message ?? 'What this row refers to was changed by someone else meanwhile';
    return { ...row, kind: 'conflict', errors: [{ column: null, message }] };
  });
}

/** Applies what was previewed in one transaction, unless it has been applied already. */
async function applyStaged(db: Db, caller: Caller, row: store.ImportRecord): Promise<void> {
  const { owner } = caller;
  const details = openStaged(owner, row);
  if (details.view !== scopeKey(owner)) throw conflict('Your access to these records has changed');
  const cells = await readRows<string[]>(db, owner, row.id, 'cells');
  const staged = await readRows<StagedRow>(db, owner, row.id, 'plan');
  const { plan, input } = await planStaged(db, owner, details, cells, { isShown: false });
  const wanted = new Set(
    staged.flatMap((each, at) => (isWritten(each) && plan.rows[at]?.digest === each.digest ? [at] : [])),
  );
  const prepared = await prepareCells(db, owner, input, plan, wanted);
  const table = tableOfArea[details.area];
  const act = {
    kind: 'import',
    table,
    owner,
    caller,
    file: details.name,
    source: { type: 'import', id: row.id },
  } as const;
  await inBatch(db, act, async (tx, batch) => {
    const current = await stillApplying(tx, placeOf(row));
    if (!current) return;
    await expectCurrent(tx, caller);
    const rows = results(staged, await storeCells(tx, owner, prepared, batch));
    const counts = countsOf(rows.map(({ kind }) => kind));
    await store.updateImport(tx, current, {
      state: 'applied',
      batchId: batch.size > 0 ? batch.id : null,
      kinds: store.kindsText(rows.map(({ kind }): RowKind => kind)),
      sealed: store.sealDetails(owner, row.id, { ...details, counts, error: null }),
    });
    await replacePieces(tx, 'plan', row, await sealRows(owner, row.id, 'plan', rows));
  });
}

/** The details of an import with why it could not be applied; null if they can't be read any more: reading it says so. */
function sealError(owner: Caller['owner'], row: store.ImportRecord, message: string): string | null {
  try {
    const details = store.openDetails<Details>(owner, row);
    return store.sealDetails(owner, row.id, { ...details, error: message });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const applyingKind = 'apply-imports';

/** Applying a staged import. One that was refused can be applied again. */
export const importApplying = (db: Db): LongWork<store.ImportRecord> => ({
  kind: applyingKind,
  open: () => store.applyingImports(db).select(['ownerId', 'id as requestId', 'applyKey as key']).execute(),
  find: stillApplying,
  sender: (owner, row) => {
    const { principal, origin } = store.openDetails<Applied>(owner, row).applier;
    return { principal, origin, demands: imports.apply };
  },
  run: (caller, row) => inTurn(db, caller, new EventEmitter(), () => applyStaged(db, caller, row)),
  refuse: (tx, owner, row, { message }) => {
    const sealed = sealError(owner, row, message);
    return store.updateImport(tx, row, { state: 'failed', ...(sealed !== null && { sealed }) });
  },
});

const conflict = (message: string): AppError => new AppError('CONFLICT', message);

/** Begins to apply an import, or finds that it has been or is being applied with this key. */
async function begin(db: Db, caller: Caller, id: string, key: string) {
  const { row, details } = await openImport(db, caller, id);
  const isSame = row.applyKey === key;
  if (row.state === 'applied' || row.state === 'applying') {
    if (isSame) return row;
    throw conflict(
      row.state === 'applied'
        ? 'This import has been applied already, with another key'
        : 'This import is being applied, with another key',
    );
  }
  const { principal, origin } = caller;
  const applied: Applied = { ...details, error: null, applier: { principal, origin } };
  const changes = {
    state: 'applying',
    applyKey: key,
    sealed: store.sealDetails(caller.owner, id, applied),
  };
  await transaction(db, async (tx) => {
    await expectCurrent(tx, caller);
    await store.updateImport(tx, row, changes);
    await enqueueWork(tx, applyingKind, placeOf({ ...row, ...changes }), true);
  });
  return { ...row, ...changes, revision: row.revision + 1 };
}

/**
 * Applies an import once for a key; asked again with the same key, goes on with what a process that died had begun.
 * `isDone` is false while it runs.
 */
export async function applyImport(
  services: Pick<Services, 'db' | 'log'>,
  caller: Caller,
  id: string,
  key: string,
): Promise<{ answer: ApplyAnswer; isDone: boolean }> {
  const { db } = services;
  const begun = await begin(db, caller, id, key).catch(async (error: unknown) => {
    // Of two requests at once, one begins; the other is the same if it has the same key.
    const found = await openImport(db, caller, id);
    if (found.row.applyKey !== key || !['applying', 'applied'].includes(found.row.state)) throw error;
    return found.row;
  });
  if (begun.state === 'applying')
    await doInRequest(services, importApplying(db), caller, begun, placeOf(begun));
  const { row, details } = await openImport(db, caller, id);
  const isDone = row.state !== 'applying';
  return { answer: { batchId: row.batchId, counts: isDone ? details.counts : null }, isDone };
}
