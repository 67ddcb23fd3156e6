import type { Db, Tx } from '../db/schema.ts';
import { enqueue, makeDue } from './queue.ts';

/** The kind of the jobs that compare what expires with the alerts of a workspace. */
export const crossKind = 'cross';
export const crossKey = (ownerId: string): string => `${crossKind} ${ownerId}`;

/** Has the alerts of a workspace looked at once this transaction is done; call it wherever they may change. */
export async function crossSoon(tx: Db | Tx, ownerId: string): Promise<void> {
  await enqueue(tx, { kind: crossKind, uniqueKey: crossKey(ownerId), runAt: 0 });
  await makeDue(tx, crossKey(ownerId));
}
