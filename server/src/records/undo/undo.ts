import type { Undone } from '@quartermaster/contract/history/history.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import type { EventEmitter } from 'node:events';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, OwnedTableName, Schema, Tx } from '../../db/schema.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { type Act, type Batch, inBatch } from '../history/batches.ts';
import { tableOfArea } from '../kinds/entities.ts';
import { type About, mainTable } from '../history/labels.ts';
import { visibleNamesIn } from '../history/names.ts';
import { type PastBatch, findBatch } from '../history/read.ts';
import { madeByOf } from '../history/seen-batches.ts';
import { labelOfItsUndo, shownBatches } from '../history/shown-batches.ts';
import { expectConfirmedForScopes, lockFollowers, restoreFollowers } from './followers.ts';
import { storePending } from './pending.ts';
import { type UndoRequest, keepAnswer, keptAnswer, requestWithKey, storeRequest } from './requests.ts';
import { type Reverted, Revert } from './revert.ts';
import type { Tables } from '../list/record-table.ts';
import { shownUndone } from './shown-undone.ts';
import { deletions, ofBatch, ofRecords, sizeOf } from './targets.ts';

/*
 * How an act is undone. The history holds, for each record that a batch changed, the fields before and after. `targets.ts`
 * reads these changes from the last to the first, and `reversals.ts` makes one reversal of all that the batch did to a
 * record: `was`, what it held before, and `made`, what the batch left. A reversal restores a record (nothing was made),
 * removes one (nothing was there) or updates one. Then `plan.ts` merges `was` into what the record holds now, and
 * `revert.ts` writes the result as a new batch, with the checks of every other write; that batch can be undone in turn.
 *
 * Ann renames a server from a to b and moves it from Italy to Norway, Bob moves it to Spain, and Ann undoes her act:
 *
 *             was     made     now     plan
 *   name      a       b        b       a       as she left it: it goes back
 *   country   Italy   Norway   Spain   Spain   a conflict: 'theirs' keeps Spain, 'mine' writes Italy
 *
 * What may not be written (a name that is taken, a reference that is gone) is refused record by record; it stops no other.
 */

const waitingAtMost = 32;

/** Ends the transaction of a rehearsal, which must not write anything. */
class Rehearsed extends Error {
  readonly answer: Undone;

  constructor(answer: Undone) {
    super('A rehearsal ends without a write');
    this.answer = answer;
  }
}

/** Another request with the same key was faster. */
export class Repeated extends Error {}

/** The batch to be undone, which stays locked until the end; null for records. */
async function lockedBatch(tx: Db, caller: Caller, { target }: UndoRequest): Promise<PastBatch | null> {
  if (!('batchId' in target)) return null;
  const { owner } = caller;
  if (tx.isTransaction)
    await tx
      .selectFrom('batches')
      .select('id')
      .where('ownerId', '=', owner.id)
      .where('id', '=', target.batchId)
      .modifyEnd(rowLock(tx))
      .execute();
  const batch = await findBatch(tx, owner, madeByOf(caller), target.batchId);
  if (!batch) throw notFound('batch');
  if (batch.progress !== null)
    throw new AppError('CONFLICT', 'This is still running; undo it when it is done');
  return batch;
}

const isNothing = ({ counts: { done, conflicts, refused } }: Reverted): boolean =>
  done + conflicts + refused === 0;

/** Undoes in the transaction of a new batch. `row` is that of the new batch. */
export async function undoIn(
  tx: Tx,
  caller: Caller,
  tables: Tables,
  request: UndoRequest,
  batch: Batch,
  onProgress: (done: number) => void,
): Promise<Undone> {
  const { owner } = caller;
  const { target, resolve } = request;
  const undone = await lockedBatch(tx, caller, request);
  const followed = undone ? await lockFollowers(tx, caller, undone.id) : [];
  const pages =
    'batchId' in target
      ? ofBatch(tx, owner, target.batchId)
      : ofRecords(tx, owner, madeByOf(caller), target.ids);
  const result = await new Revert(tx, caller, tables, resolve, batch).run(pages, onProgress);
  if (isNothing(result))
    throw new AppError('CONFLICT', undone ? 'Already undone' : 'None of these records is in the trash');
  if (undone && batch.size > 0)
    await tx
      .updateTable('batches')
      .set({ undoneBy: batch.id })
      .where('ownerId', '=', owner.id)
      .where('id', '=', undone.id)
      .execute();
  const [shown = null] = batch.size > 0 ? await shownBatches(tx, owner, [batch.row]) : [];
  const answer = await shownUndone(tx, owner, result, shown);
  // What followed goes back with records, never without any.
  if (!undone || followed.length === 0 || batch.size === 0) return answer;
  return { ...answer, followers: await restoreFollowers(tx, caller, undone.id, followed, batch) };
}

/** The kind of the first of the records to be restored. */
async function firstTable(db: Db, caller: Caller, { target }: UndoRequest): Promise<OwnedTableName> {
  const [id = ''] = 'ids' in target ? target.ids : [];
  const row = await deletions(db, caller.owner, madeByOf(caller))
    .select('deleted.tableName')
    .where('deleted.recordId', '=', id)
    .executeTakeFirst();
  return (row?.tableName ?? 'domains') as OwnedTableName;
}

/** The act that an undo is. */
export async function actOf(db: Db, caller: Caller, request: UndoRequest): Promise<Act> {
  const { owner } = caller;
  const batch = await lockedBatch(db, caller, request);
  if (!batch) return { kind: 'restore', table: await firstTable(db, caller, request), owner, caller };
  const about = batch.about === null ? null : (JSON.parse(batch.about) as About);
  const table = (about && mainTable(about)) ?? 'domains';
  const label = await labelOfItsUndo(db, owner, batch);
  return { kind: 'undo', table, owner, caller, undoes: { batchId: batch.id, label } };
}

export interface UndoOptions {
  dryRun: boolean;
  key: string | null;
  client: EventEmitter;
}

type Outcome = { undone: Undone; isAccepted: boolean };

async function rehearse(
  db: Db,
  caller: Caller,
  tables: Tables,
  act: Act,
  request: UndoRequest,
): Promise<Undone> {
  try {
    return await inBatch(db, act, async (tx, batch) => {
      throw new Rehearsed(await undoIn(tx, caller, tables, request, batch, () => undefined));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer;
    throw error;
  }
}

/** The answer of an earlier request with the same key, with its batch as it is now. */
async function answerOf(db: Db, { owner }: Caller, stored: Schema['undo_requests']): Promise<Outcome> {
  const kept = keptAnswer(owner, stored);
  if (kept?.error) throw new AppError(kept.error.code, kept.error.message);
  if (!kept) return pendingAnswer(db, { owner }, stored.batchId);
  const batch = await shownBatch(db, owner, kept.batchId);
  return { undone: { ...(await stillSeen(db, owner, kept.undone)), batch }, isAccepted: false };
}

/** Without the records that have left the scope of who asks since. */
async function stillSeen(db: Db, owner: Owner, undone: Undone): Promise<Undone> {
  if (owner.scopes.length === 0) return undone;
  const { conflicts, refused } = undone;
  const named = [...conflicts, ...refused].map(({ area, recordId }) => ({
    table: tableOfArea[area],
    recordId,
  }));
  const names = await visibleNamesIn(db, owner, named);
  const isSeen = ({ recordId }: { recordId: string }) => names.has(recordId);
  return { ...undone, conflicts: conflicts.filter(isSeen), refused: refused.filter(isSeen) };
}

/** Of work that a job does. */
async function pendingAnswer(
  db: Db,
  { owner }: Pick<Caller, 'owner'>,
  batchId: string | null,
): Promise<Outcome> {
  const batch = await shownBatch(db, owner, batchId);
  const counts = { done: 0, conflicts: 0, refused: 0 };
  return { undone: { batch, conflicts: [], refused: [], counts }, isAccepted: true };
}

async function shownBatch(db: Db, owner: Owner, id: string | null): Promise<Undone['batch']> {
  const row = id === null ? undefined : await findBatch(db, owner, null, id);
  const [batch = null] = row ? await shownBatches(db, owner, [row]) : [];
  return batch;
}

/** Undoes an act or the deletion of records: at once, or by a job if that takes many changes. */
export const undo = (
  db: Db,
  caller: Caller,
  tables: Tables,
  request: UndoRequest,
  { client, ...options }: UndoOptions,
): Promise<Outcome> =>
  inBulkQueue(db, caller.owner, client, waitingAtMost, () => undoNext(db, caller, tables, request, options));

async function undoNext(
  db: Db,
  caller: Caller,
  tables: Tables,
  request: UndoRequest,
  { dryRun, key }: Omit<UndoOptions, 'client'>,
): Promise<Outcome> {
  const { owner, user } = caller;
  const known = dryRun || key === null ? null : await requestWithKey(db, owner, user.id, key, request);
  if (known) return answerOf(db, caller, known);
  const act = await actOf(db, caller, request);
  if (dryRun) return { undone: await rehearse(db, caller, tables, act, request), isAccepted: false };
  const { target } = request;
  const batch = 'batchId' in target ? ((await findBatch(db, owner, null, target.batchId)) ?? null) : null;
  if (batch) await expectConfirmedForScopes(db, caller, batch.id);
  const size = await sizeOf(db, owner, target, batch);
  try {
    if (size <= limits.undoneAtOnce) return await undoNow(db, caller, tables, act, request, key);
    const batchId = await storePending(db, caller, act, request, key, size);
    if (batchId !== null) return await pendingAnswer(db, caller, batchId);
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
  }
  return undoNext(db, caller, tables, request, { dryRun, key });
}

const undoNow = (
  db: Db,
  caller: Caller,
  tables: Tables,
  act: Act,
  request: UndoRequest,
  key: string | null,
): Promise<Outcome> =>
  inBatch(db, act, async (tx, batch) => {
    const requestId = key === null ? null : await storeRequest(tx, caller, key, request, null);
    if (key !== null && requestId === null) throw new Repeated();
    const undone = await undoIn(tx, caller, tables, request, batch, () => undefined);
    const batchId = batch.size > 0 ? batch.id : null;
    if (requestId !== null) await keepAnswer(tx, caller.owner, requestId, { batchId, undone });
    return { undone, isAccepted: false };
  });
