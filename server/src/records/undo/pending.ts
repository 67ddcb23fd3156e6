import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { enqueue } from '../../jobs/queue.ts';
import { type Act, Batch } from '../history/batches.ts';
import { type UndoRequest, storeRequest } from './requests.ts';

/** The kind of the job that does large undos. */
export const undoKind = 'undo';

/** What the job finds its request by. */
export interface Place {
  ownerId: string;
  requestId: string;
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
  db.transaction().execute(async (tx) => {
    const { row } = new Batch(act);
    const requestId = await storeRequest(tx, caller, key, request, row.id);
    if (requestId === null) return null;
    await tx
      .insertInto('batches')
      .values({ ...row, progress: JSON.stringify({ done: 0, total }) })
      .execute();
    const place: Place = { ownerId: row.ownerId, requestId };
    const job = {
      kind: undoKind,
      uniqueKey: `${undoKind} ${requestId}`,
      runAt: Date.now(),
      progress: JSON.stringify(place),
    };
    await enqueue(tx, job);
    return row.id;
  });
