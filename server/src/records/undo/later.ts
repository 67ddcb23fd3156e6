import type { Sender } from '../../access/caller.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { notFound } from '../../lib/errors.ts';
import type { LongWork, Place } from '../../work/long-work.ts';
import { inBatch } from '../history/batches.ts';
import { undoKind } from './pending.ts';
import { type UndoRequest, keepAnswer } from './requests.ts';
import type { Tables } from '../list/record-table.ts';
import { actOf, undoIn } from './undo.ts';

const progressEveryMs = 500;

type StoredRequest = Schema['undo_requests'];

/** Says how far the work is, to others. On SQLite they would wait for the work's own transaction. */
function progressTo(db: Db, { ownerId, batchId }: StoredRequest, total: number, signal: AbortSignal) {
  let told = performance.now();
  return (done: number): void => {
    signal.throwIfAborted();
    if (engineOf<Schema>(db) === 'sqlite' || performance.now() - told < progressEveryMs) return;
    told = performance.now();
    void db
      .updateTable('batches')
      .set({ progress: JSON.stringify({ done, total }) })
      .where('ownerId', '=', ownerId)
      .where('id', '=', batchId)
      .where('progress', 'is not', null)
      .execute()
      .catch(() => undefined); // The next one tells more.
  };
}

const unanswered = (db: Db) => db.selectFrom('undo_requests').where('answer', 'is', null);

const requestAt = (db: Db, { ownerId, requestId }: Place): Promise<StoredRequest | undefined> =>
  unanswered(db)
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', requestId)
    .modifyEnd(rowLock(db))
    .executeTakeFirst();

/** Large undos, each in one transaction. */
export const undoing = (db: Db, tables: Tables): LongWork<StoredRequest> => ({
  kind: undoKind,
  open: () => unanswered(db).select(['ownerId', 'id as requestId']).execute(),
  find: requestAt,
  sender: (_, { caller }) => JSON.parse(caller) as Sender,
  run: async (caller, stored, signal) => {
    const request = JSON.parse(stored.request) as UndoRequest;
    const pending = await db
      .selectFrom('batches')
      .selectAll()
      .where('ownerId', '=', stored.ownerId)
      .where('id', '=', stored.batchId)
      .executeTakeFirst();
    // An earlier version may have pruned it.
    if (!pending) throw notFound('batch');
    const { total } = JSON.parse(pending.progress ?? '{"total":0}') as { total: number };
    const act = { ...(await actOf(db, caller, request)), pending };
    await inBatch(db, act, async (tx, batch) => {
      if (!(await requestAt(tx, { ownerId: stored.ownerId, requestId: stored.id }))) return;
      const onProgress = progressTo(db, stored, total, signal);
      const undone = await undoIn(tx, caller, tables, request, batch, onProgress);
      const batchId = batch.size > 0 ? batch.id : null;
      await keepAnswer(tx, caller.owner, stored.id, { batchId, undone });
    });
  },
  /** One that is refused leaves no batch. */
  refuse: async (tx, owner, { ownerId, batchId, id }, { code, message }) => {
    await tx.deleteFrom('batches').where('ownerId', '=', ownerId).where('id', '=', batchId).execute();
    const counts = { done: 0, conflicts: 0, refused: 0 };
    const undone = { batch: null, conflicts: [], refused: [], counts };
    await keepAnswer(tx, owner, id, { batchId: null, undone, error: { code, message } });
  },
});
