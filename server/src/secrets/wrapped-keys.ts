import { AppError } from '../lib/errors.ts';
import { engineOf } from '../db/engines/engine-of.ts';
import { type Db, type Schema, type Tx, globalOwner } from '../db/schema.ts';
import { type Key, type SealContext, UnsealError, newKey, seal, sealedWith, unseal } from './seal.ts';

/**
 * A key's state in a rotation. Next: processes learn of it before it is used. Current: seals what is written. Retiring:
 * opens what has not been resealed, and processes that have not noticed may still seal with it. Retired: no transaction
 * commits a value sealed with it; it is deleted once the last one is resealed.
 */
export type KeyState = 'next' | 'current' | 'retiring' | 'retired';

export type WrappedKey = Schema['wrapped_keys'];
/** An unwrapped key with its state. */
export interface StatefulKey extends Key {
  state: KeyState;
  /** When this state began. */
  since: number;
}

/** The owner of keys that belong to no workspace: those that sign tokens, and the key for client fingerprints. */
export const systemOwner = 'system';

export const keyContext = (owner: string, row: string): SealContext => ({
  table: 'wrapped_keys',
  column: 'wrapped',
  owner,
  row,
});

/**
 * Until the transaction ends, nobody else creates a data key or rotates the master key: a data key wrapped with the old
 * master key during a rotation could never be unwrapped. Locks the row of the global owner.
 */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.updateTable('workspaces').set({ createdAt: 0 }).where('id', '=', globalOwner).execute();
}

export const wrap = (
  master: Key,
  ownerId: string,
  { id, bytes }: Key = newKey(),
  state: KeyState = 'current',
  now = Date.now(),
): WrappedKey => ({
  ownerId,
  id,
  wrapped: seal(master, keyContext(ownerId, id), bytes),
  createdAt: now,
  state,
  since: now,
});

export function unwrap(
  masters: readonly Key[],
  { ownerId, id, wrapped, state, since }: WrappedKey,
): StatefulKey {
  const context = keyContext(ownerId, id);
  const master = masters.find((key) => key.id === sealedWith(wrapped));
  if (!master) throw new UnsealError(context);
  return { id, bytes: unseal(master, context, wrapped), state: state as KeyState, since };
}

/** The wrapped keys of these owners. */
export async function wrappedKeysOf(db: Db, ownerIds: readonly string[]): Promise<Map<string, WrappedKey[]>> {
  const rows = await db.selectFrom('wrapped_keys').selectAll().where('ownerId', 'in', ownerIds).execute();
  return Map.groupBy(rows, ({ ownerId }) => ownerId);
}

/**
 * Keeps these keys from being retired until the transaction ends; throws if one is retired, since values sealed with it
 * would soon be unreadable.
 */
export async function holdKeys(tx: Tx, ownerId: string, ids: ReadonlySet<string>): Promise<void> {
  let query = tx
    .selectFrom('wrapped_keys')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('id', 'in', [...ids])
    .where('state', '<>', 'retired');
  if (engineOf<Schema>(tx) === 'postgres') query = query.forShare();
  if ((await query.execute()).length < ids.size)
    throw new AppError('SERVICE_UNAVAILABLE', 'The keys were rotated meanwhile; try again', undefined, 5);
}
