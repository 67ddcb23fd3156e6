import type { RowKind } from '@quartermaster/contract/imports/imports.schema';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../access/caller.ts';
import { expectCurrent } from '../../access/current.ts';
import type { Origin, Principal } from '../../access/principal.ts';
import { faultOf } from '../../db/faults.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { inBatch } from '../../records/history/batches.ts';
import { type Outcome, prepareCells, storeCells } from '../../records/import/apply-cells.ts';
import type { Services } from '../../services.ts';
import { openImport } from './imports.opening.ts';
import { readRows, replacePieces, sealRows } from './imports.pieces.ts';
import { inTurn } from './imports.planning.ts';
import { type Details, type StagedRow, countsOf, planStaged } from './imports.staged.ts';
import * as store from './imports.store.ts';

/** Who applies an import, for a job that goes on with it. */
interface Applier {
  principal: Principal & { userId: string };
  origin: Origin;
  startedAt: number;
}
export type Applied = Details & { applier: Applier };

export interface ApplyAnswer {
  batchId: string | null;
  counts: Details['counts'];
}

/** How long a request waits for its end. */
const waitMs = 10_000;

const isWritten = ({ kind }: Pick<StagedRow, 'kind'>): boolean => kind === 'create' || kind === 'update';

/** The import while it is being applied with its key; null once another process has done it. Locks it. */
async function stillApplying(
  tx: Tx,
  { ownerId, id, applyKey }: store.ImportRecord,
): Promise<store.ImportRecord | null> {
  const row = await tx
    .selectFrom('imports')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .modifyEnd(rowLock(tx))
    .executeTakeFirst();
  return row?.state === 'applying' && row.applyKey === applyKey ? row : null;
}

/** What became of each row: a row that would do something else than was previewed stays behind. */
function results(staged: readonly StagedRow[], outcomes: ReadonlyMap<number, Outcome>): StagedRow[] {
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
async function applyStaged(db: Db, caller: Caller, row: store.ImportRecord, details: Details): Promise<void> {
  const { owner } = caller;
  const cells = await readRows<string[]>(db, owner, row.id, 'cells');
  const staged = await readRows<StagedRow>(db, owner, row.id, 'plan');
  const { plan, input } = await planStaged(db, owner, details, cells, false);
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
    from: details.name,
    source: { type: 'import', id: row.id },
  } as const;
  await inBatch(db, act, async (tx, batch) => {
    const current = await stillApplying(tx, row);
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

/**
 * Keeps why an import could not be applied, in words. It can be applied again then, unless its details can't be read any
 * more: reading it says so.
 */
export async function fail(
  db: Db,
  owner: Caller['owner'],
  row: store.ImportRecord,
  details: Details | null,
  message: string,
) {
  await db.transaction().execute(async (tx) => {
    const current = await stillApplying(tx, row);
    if (!current) return;
    const sealed = details && store.sealDetails(owner, row.id, { ...details, error: message });
    await store.updateImport(tx, current, { state: 'failed', ...(sealed !== null && { sealed }) });
  });
}

/** Whether the same may succeed later: the database does not answer, or others are being served. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED'
    : ['full', 'unavailable'].includes(faultOf(error) ?? '');

/** Runs to the end whatever becomes of the request. Refusals are kept with the import; after other faults a job repeats it. */
async function run(db: Db, caller: Caller, row: store.ImportRecord, details: Details): Promise<void> {
  try {
    await inTurn(db, caller, new EventEmitter(), () => applyStaged(db, caller, row, details));
  } catch (error) {
    if (error instanceof AppError && !isPassing(error))
      await fail(db, caller.owner, row, details, error.message);
    throw error;
  }
}

export const conflict = (message: string): AppError => new AppError('CONFLICT', message);

/** Begins to apply an import, or finds that it has been or is being applied with this key. */
async function begin(db: Db, caller: Caller, id: string, key: string) {
  const { row, details } = await openImport(db, caller, id);
  const isSame = row.applyKey === key;
  if (row.state === 'applied' || row.state === 'applying') {
    if (isSame) return { row, details };
    throw conflict(
      row.state === 'applied'
        ? 'This import has been applied already, with another key'
        : 'This import is being applied, with another key',
    );
  }
  const { principal, origin } = caller;
  const applied: Applied = { ...details, error: null, applier: { principal, origin, startedAt: Date.now() } };
  const changes = {
    state: 'applying',
    applyKey: key,
    sealed: store.sealDetails(caller.owner, id, applied),
  };
  await db.transaction().execute(async (tx) => {
    await expectCurrent(tx, caller);
    await store.updateImport(tx, row, changes);
  });
  return { row: { ...row, ...changes, revision: row.revision + 1 }, details: applied };
}

/** The imports that this process is applying. */
const running = new Map<string, Promise<void>>();

/** Applies an import in this process, once at a time. Of several processes, one changes anything. */
export function runOnce(db: Db, caller: Caller, row: store.ImportRecord, details: Details): Promise<void> {
  const work = running.get(row.id) ?? run(db, caller, row, details).finally(() => running.delete(row.id));
  running.set(row.id, work);
  return work;
}

/**
 * Applies an import once for a key; asked again with the same key, goes on with what a process that died had begun.
 * `isDone` is false while it runs.
 */
export async function applyImport(
  { db, log }: Pick<Services, 'db' | 'log'>,
  caller: Caller,
  id: string,
  key: string,
): Promise<{ answer: ApplyAnswer; isDone: boolean }> {
  const begun = await begin(db, caller, id, key).catch(async (error: unknown) => {
    // Of two requests at once, one begins; the other is the same if it has the same key.
    const found = await openImport(db, caller, id);
    if (found.row.applyKey !== key || !['applying', 'applied'].includes(found.row.state)) throw error;
    return found;
  });
  if (begun.row.state === 'applying') {
    // The answer may be sent before the batch exists.
    const work = runOnce(db, { ...caller, onBatch: () => undefined }, begun.row, begun.details);
    const late = new AbortController();
    try {
      await Promise.race([work, pause(waitMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    } finally {
      late.abort();
      work.catch((error: unknown) => log.warn({ name: (error as Error).name }, 'an import was not applied'));
    }
  }
  const { row, details } = await openImport(db, caller, id);
  const isDone = row.state !== 'applying';
  return { answer: { batchId: row.batchId, counts: isDone ? details.counts : null }, isDone };
}
