import type { Caller, Person } from '../../access/caller.ts';
import { callerLater } from '../../access/current.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import type { Job } from '../../jobs/job.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { inBatch } from '../history/batches.ts';
import { type Place, undoKind } from './pending.ts';
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

/** In a transaction it is locked: another run of the same job waits for the end of this one. */
const requestAt = (db: Db | Tx, { ownerId, requestId }: Place): Promise<StoredRequest | undefined> =>
  (db as Db)
    .selectFrom('undo_requests')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', requestId)
    .modifyEnd(rowLock(db))
    .executeTakeFirst();

/** Keeps why an undo was refused as a whole, unless another run of the job has answered; it leaves no batch. */
const giveUp = (db: Db, caller: Pick<Caller, 'owner'>, stored: StoredRequest, { code, message }: AppError) =>
  db.transaction().execute(async (tx) => {
    const { ownerId, batchId, id } = stored;
    const again = await requestAt(tx, { ownerId, requestId: id });
    if (!again || again.answer !== null) return;
    await tx.deleteFrom('batches').where('ownerId', '=', ownerId).where('id', '=', batchId).execute();
    const counts = { done: 0, conflicts: 0, refused: 0 };
    const undone = { batch: null, conflicts: [], refused: [], counts };
    await keepAnswer(tx, caller.owner, id, { batchId: null, undone, error: { code, message } });
  });

/** The job that does large undos, each in one transaction: a run whose process died is repeated whole. */
export const undoing = (db: Db, keyring: Pick<Keyring, 'sealer'>, tables: Tables): Job => ({
  kind: undoKind,
  cron: null,
  isAskedFor: true,
  run: async ({ progress, signal }) => {
    const place = JSON.parse(progress ?? '{}') as Place;
    const stored = await requestAt(db, place);
    if (!stored || stored.answer !== null) return;
    const sealer = await keyring.sealer(place.ownerId);
    const sender = JSON.parse(stored.caller) as Pick<Person, 'principal' | 'origin' | 'demands'>;
    const request = JSON.parse(stored.request) as UndoRequest;
    const pending = await db
      .selectFrom('batches')
      .selectAll()
      .where('ownerId', '=', place.ownerId)
      .where('id', '=', stored.batchId)
      .executeTakeFirst();
    try {
      // An earlier version may have pruned it.
      if (!pending) throw notFound('batch');
      const { total } = JSON.parse(pending.progress ?? '{"total":0}') as { total: number };
      const caller = await callerLater(db, sender, place.ownerId, sealer);
      const act = { ...(await actOf(db, caller, request)), pending };
      await inBatch(db, act, async (tx, batch) => {
        const again = await requestAt(tx, place);
        if (!again || again.answer !== null) return;
        const undone = await undoIn(
          tx,
          caller,
          tables,
          request,
          batch,
          progressTo(db, stored, total, signal),
        );
        const batchId = batch.size > 0 ? batch.id : null;
        await keepAnswer(tx, caller.owner, stored.id, { batchId, undone });
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      const owner = { id: place.ownerId, principal: sender.principal, sealer, secrets: false, scopes: [] };
      await giveUp(db, { owner }, stored, error);
    }
  },
});
