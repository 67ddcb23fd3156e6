import { type RowKind, imports } from '@quartermaster/contract/imports/imports.schema';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../access/caller.ts';
import { currentIn, expectCurrent } from '../../access/current.ts';
import { scopeKey, wholeOwner } from '../../access/owner.ts';
import type { Origin, Principal } from '../../access/principal.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import type { Job } from '../../jobs/job.ts';
import { AppError } from '../../lib/errors.ts';
import { tableOfArea } from '../../records/entities.ts';
import { inBatch } from '../../records/history/batches.ts';
import { type Outcome, prepareCells, storeCells } from '../../records/import/apply-cells.ts';
import type { Services } from '../../services.ts';
import { openImport } from './imports.opening.ts';
import { inTurn } from './imports.service.ts';
import { type Details, type StagedRow, countsOf, planStaged } from './imports.staged.ts';
import * as store from './imports.store.ts';

/** Who applies an import, for a job that goes on with it. */
interface Applier {
  principal: Principal & { userId: string };
  origin: Origin;
  startedAt: number;
}
type Applied = Details & { applier: Applier };

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
  let query = tx.selectFrom('imports').selectAll().where('ownerId', '=', ownerId).where('id', '=', id);
  if (engineOf<Schema>(tx) === 'postgres') query = query.forUpdate();
  const row = await query.executeTakeFirst();
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
  const cells = store.rowsOf<string[]>(await store.readPieces(db, owner, row.id, 'cells'));
  const staged = store.rowsOf<StagedRow>(await store.readPieces(db, owner, row.id, 'plan'));
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
    await store.replacePieces(
      tx,
      'plan',
      row,
      store.sealPieces(owner, row.id, 'plan', store.rowPieces(rows)),
    );
  });
}

/** Keeps why an import could not be applied, in words. It can be applied again then. */
async function fail(
  db: Db,
  owner: Caller['owner'],
  row: store.ImportRecord,
  details: Details,
  message: string,
) {
  await db.transaction().execute(async (tx) => {
    const current = await stillApplying(tx, row);
    if (!current) return;
    const sealed = store.sealDetails(owner, row.id, { ...details, error: message });
    await store.updateImport(tx, current, { state: 'failed', sealed });
  });
}

/** Runs to the end whatever becomes of the request. Refusals are kept with the import; after other faults a job repeats it. */
async function run(db: Db, caller: Caller, row: store.ImportRecord, details: Details): Promise<void> {
  try {
    await inTurn(db, caller, new EventEmitter(), () => applyStaged(db, caller, row, details));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED')
      throw error;
    await fail(db, caller.owner, row, details, error.message);
    throw error;
  }
}

const conflict = (message: string): AppError => new AppError('CONFLICT', message);

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
function runOnce(db: Db, caller: Caller, row: store.ImportRecord, details: Details): Promise<void> {
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

/** From then on the process that began is taken for dead. */
const abandonedMs = 60_000;

/** The job that applies what a process that died was asked to apply, with the rights that the person has now. */
export const importApplying = ({ db, keyring, log }: Pick<Services, 'db' | 'keyring' | 'log'>): Job => ({
  kind: 'apply-imports',
  cron: '* * * * *',
  run: async ({ signal }) => {
    const rows = await db.selectFrom('imports').selectAll().where('state', '=', 'applying').execute();
    for (const row of rows) {
      signal.throwIfAborted();
      const { ownerId: workspaceId, id, userId } = row;
      const principal: Principal = { kind: 'job', id: 'apply-imports', userId };
      const owner = wholeOwner(workspaceId, principal, await keyring.sealer(workspaceId));
      const details = store.openDetails<Applied>(owner, row);
      if (Math.abs(Date.now() - details.applier.startedAt) < abandonedMs) continue;
      try {
        const caller = await presentCaller(db, owner, details);
        if (details.view !== scopeKey(caller.owner))
          throw conflict('Your access to these records has changed');
        await runOnce(db, caller, row, details);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await fail(db, owner, row, details, error.message);
        log.warn({ importId: id, code: error.code }, 'an import was not applied');
      }
    }
  },
});

/** Whoever began to apply an import, with their present rights; throws if they have none any more. */
function presentCaller(db: Db, owner: Caller['owner'], { applier }: Applied): Promise<Caller> {
  const { principal, origin } = applier;
  const known = {
    principal,
    origin,
    demands: imports.apply,
    owner: { ...owner, principal },
    membership: null,
  };
  return db.transaction().execute((tx) => currentIn(tx, known as unknown as Caller));
}
