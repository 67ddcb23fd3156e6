import type { Caller } from '../../access/caller.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError } from '../../lib/errors.ts';
import { enqueueWork } from '../../work/long-work.ts';
import { type Act, Batch } from '../history/batches.ts';
import { type UndoRequest, storeRequest } from './requests.ts';

/** The kind of the job that does large undos. */
export const undoKind = 'undo';

/** Throws CONFLICT while a job undoes the same. */
async function expectNoOther(tx: Tx, { owner, undoes }: Act, request: UndoRequest, id: string) {
  if (undoes?.batchId)
    await tx
      .selectFrom('batches')
      .select('id')
      .where('ownerId', '=', owner.id)
      .where('id', '=', undoes.batchId)
      .modifyEnd(rowLock(tx))
      .execute();
  const other = await tx
    .selectFrom('undo_requests')
    .innerJoin('batches', (join) =>
      join
        .onRef('batches.ownerId', '=', 'undo_requests.ownerId')
        .onRef('batches.id', '=', 'undo_requests.batchId'),
    )
    .select('batches.id')
    .where('undo_requests.ownerId', '=', owner.id)
    .where('undo_requests.id', '<>', id)
    .where('undo_requests.answer', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('batches.undoOf', '=', undoes?.batchId ?? ''),
        eb('undo_requests.request', '=', JSON.stringify(request)),
      ]),
    )
    .executeTakeFirst();
  if (other) throw new AppError('CONFLICT', 'This is being undone already');
}

/** Stores the batch that a job will write; null if a request with this key exists. */
export const storePending = (
  db: Db,
  caller: Caller,
  act: Act,
  request: UndoRequest,
  key: string | null,
  total: number,
): Promise<string | null> =>
  transaction(db, async (tx) => {
    const { row } = new Batch(act);
    const requestId = await storeRequest(tx, caller, key, request, row.id);
    if (requestId === null) return null;
    await expectNoOther(tx, act, request, requestId);
    await tx
      .insertInto('batches')
      .values({ ...row, progress: JSON.stringify({ done: 0, total }) })
      .execute();
    await enqueueWork(tx, undoKind, { ownerId: row.ownerId, requestId });
    return row.id;
  });
