import type { Resolve, Undone } from '@quartermaster/contract/history/history.schema';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { UnsealError, sealedWith } from '../../secrets/seal.ts';
import { holdKeys } from '../../secrets/wrapped-keys.ts';
import type { UndoTarget } from './targets.ts';

export interface UndoRequest {
  target: UndoTarget;
  resolve: Resolve;
}

type StoredRequest = Schema['undo_requests'];

/** The answer without its batch, which may be undone by now. */
export interface KeptAnswer {
  batchId: string | null;
  undone: Undone;
  /** Why a job did nothing. */
  error?: { code: AppError['code']; message: string };
}

const table = 'undo_requests';

/** The earlier request with this key; throws CONFLICT if it asked for something else. */
export async function requestWithKey(
  db: Db,
  owner: Owner,
  actorId: string,
  key: string,
  request: UndoRequest,
): Promise<StoredRequest | null> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('actorId', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.request !== JSON.stringify(request))
    throw new AppError('CONFLICT', 'This key belongs to another request; use a new one');
  return row;
}

/** Stores a request; null if one with its key exists. Another transaction with the key waits for the end of this one. */
export async function storeRequest(
  tx: Tx,
  { owner, user, principal, origin, demands }: Caller,
  key: string | null,
  request: UndoRequest,
  batchId: string | null,
): Promise<string | null> {
  const id = uuid();
  const row = {
    ownerId: owner.id,
    id,
    actorId: user.id,
    key,
    batchId,
    request: JSON.stringify(request),
    caller: JSON.stringify({ principal, origin, demands }),
    answer: null,
    createdAt: Date.now(),
  };
  const stored = await tx
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.columns(['ownerId', 'actorId', 'key']).doNothing())
    .returning('id')
    .execute();
  return stored.length > 0 ? id : null;
}

export async function keepAnswer(tx: Tx, owner: Owner, id: string, answer: KeptAnswer): Promise<void> {
  const sealed = owner.sealer.seal(table, 'answer', id, JSON.stringify(answer));
  await holdKeys(tx, owner.id, new Set([sealedWith(sealed)]));
  await tx
    .updateTable(table)
    .set({ answer: sealed })
    .where('ownerId', '=', owner.id)
    .where('id', '=', id)
    .execute();
}

/** null while it is not answered. */
export function keptAnswer({ sealer }: Owner, { id, answer }: StoredRequest): KeptAnswer | null {
  if (answer === null) return null;
  try {
    return JSON.parse(sealer.unseal(table, 'answer', id, answer)) as KeptAnswer;
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new AppError('CONFLICT', 'The answer to this key cannot be read any more; look into the history');
  }
}

/**
 * Why the job that was to write this batch wrote nothing; null if the caller asked for no such batch, or it was written.
 */
export async function whyNothing(db: Db, { owner, user }: Caller, batchId: string): Promise<AppError | null> {
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('actorId', '=', user.id)
    .where('batchId', '=', batchId)
    .executeTakeFirst();
  const kept = row && keptAnswer(owner, row);
  if (!kept || kept.batchId !== null) return null;
  const { code, message } = kept.error ?? { code: 'CONFLICT', message: 'None of this could be undone' };
  return new AppError(code, message);
}
