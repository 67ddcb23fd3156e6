import { ConfigError } from '../config.ts';
import { audit } from './audit.ts';
import { endAllAccess } from './end-access.ts';
import { deleteAllFailures } from './sign-in-failures.ts';
import type { Db, Tx } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import { foreignMasterKey, masterKeys, writeKeyFile } from '../secrets/master-key.ts';
import { type Key, newKey, sealedWith } from '../secrets/seal.ts';
import { fingerprintId, isOver } from '../secrets/system-keys.ts';
import { type WrappedKey, lockKeys, systemOwner, unwrap, wrap } from '../secrets/wrapped-keys.ts';

const rowsAtOnce = 500;

/**
 * What was compromised, if anything: then old keys and all access given before end at once; otherwise tokens stay valid
 * for their 15 minutes.
 */
export interface Rotation {
  compromised: boolean;
}

/** Every stored key; throws unless one of these master keys wraps each. */
async function keysWrappedWith(tx: Tx, masters: readonly Key[]): Promise<WrappedKey[]> {
  const rows = await tx.selectFrom('wrapped_keys').selectAll().execute();
  if (!rows.every(({ wrapped }) => masters.some(({ id }) => id === sealedWith(wrapped))))
    throw new ConfigError(foreignMasterKey);
  return rows;
}

async function rewrap(tx: Tx, masters: readonly Key[], to: Key): Promise<WrappedKey[]> {
  const rows = await keysWrappedWith(tx, masters);
  for (const row of rows) {
    const { wrapped } = wrap(to, row.ownerId, unwrap(masters, row));
    await tx
      .updateTable('wrapped_keys')
      .set({ wrapped })
      .where('ownerId', '=', row.ownerId)
      .where('id', '=', row.id)
      .execute();
  }
  return rows;
}

async function newSystemKeys(tx: Tx, to: Key, { compromised }: Rotation): Promise<WrappedKey[]> {
  if (!compromised) return [wrap(to, systemOwner, newKey(), 'next')];
  await tx.deleteFrom('wrapped_keys').where('ownerId', '=', systemOwner).execute();
  await endAllAccess(tx, { keepTokens: false });
  await deleteAllFailures(tx);
  return [wrap(to, systemOwner), wrap(to, systemOwner, { ...newKey(), id: fingerprintId })];
}

/** Wraps every key with the new master key and adds the next keys. Returns the number of keys rotated. */
async function rotate(tx: Tx, from: readonly Key[], to: Key, rotation: Rotation): Promise<number> {
  const rows = await rewrap(tx, [to, ...from], to);
  // The next keys of an interrupted rotation have sealed nothing yet.
  await tx.deleteFrom('wrapped_keys').where('state', '=', 'next').execute();
  const owners = rows.filter(({ ownerId, state }) => state === 'current' && ownerId !== systemOwner);
  const added = [
    ...(await newSystemKeys(tx, to, rotation)),
    ...owners.map(({ ownerId }) => wrap(to, ownerId, newKey(), 'next')),
  ];
  for (let start = 0; start < added.length; start += rowsAtOnce)
    await tx
      .insertInto('wrapped_keys')
      .values(added.slice(start, start + rowsAtOnce))
      .execute();
  const details = { keys: rows.length, ...rotation };
  await audit(tx, { action: 'keys.rotated', actor: null, origin: null, details });
  return rows.length;
}

/** Rotates between two keys from the environment; no server may run meanwhile. */
export const rotateKey = (db: Db, from: Key, to: Key, rotation: Rotation): Promise<number> =>
  transaction(db, async (tx) => {
    await lockKeys(tx);
    return rotate(tx, [from], to, rotation);
  });

/**
 * Rotates to a new key in the key file while servers may run. During the rotation the file holds both keys, so that
 * everything stays readable if it is interrupted. Only the holder of the lock writes the file.
 */
export async function rotateKeyFile(db: Db, file: string, rotation: Rotation): Promise<number> {
  const next = newKey();
  const begin = async (tx: Tx) => {
    await lockKeys(tx);
    const old = masterKeys({ file });
    await keysWrappedWith(tx, old);
    writeKeyFile(file, [next, ...old]);
    try {
      return await rotate(tx, old, next, rotation);
    } catch (error) {
      // Nothing has been committed, and only the holder of the lock reads the file to wrap a key.
      writeKeyFile(file, old);
      throw error;
    }
  };
  const count = await transaction(db, begin, { once: true });
  await transaction(db, async (tx) => {
    await lockKeys(tx);
    // Unless another rotation has begun, which needs both keys.
    if (masterKeys({ file })[0].id === next.id) writeKeyFile(file, [next]);
  });
  return count;
}

/** Whether keys are to be activated or secrets to be resealed. */
export const isRotating = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('wrapped_keys')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        eb('state', 'in', ['next', 'retired']),
        and([eb('state', '=', 'retiring'), eb('ownerId', '<>', systemOwner)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Identifies the next keys of a rotation; null if there are none to activate. */
export async function markOfNextKeys(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('wrapped_keys')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('state', '=', 'next')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Makes every process read all keys again: each checks whether the system's have changed. */
export async function announceKeys(db: Db, now: number): Promise<void> {
  await db
    .updateTable('wrapped_keys')
    .set({ since: now })
    .where('ownerId', '=', systemOwner)
    .where('state', '=', 'current')
    .execute();
}

/** Makes the next keys current, unless others have replaced them. */
export async function activateNextKeys(db: Db, mark: string, now: number): Promise<void> {
  await transaction(db, async (tx) => {
    await lockKeys(tx);
    if ((await markOfNextKeys(tx)) !== mark) return;
    await tx
      .updateTable('wrapped_keys')
      .set({ state: 'retiring', since: now })
      .where('state', '=', 'current')
      .where('id', '<>', fingerprintId)
      .where('ownerId', 'in', tx.selectFrom('wrapped_keys').select('ownerId').where('state', '=', 'next'))
      .execute();
    await tx
      .updateTable('wrapped_keys')
      .set({ state: 'current', since: now })
      .where('state', '=', 'next')
      .execute();
    await announceKeys(tx, now);
  });
}

export async function ownersWithOldKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('wrapped_keys')
    .select('ownerId')
    .distinct()
    .where('state', 'in', ['retiring', 'retired'])
    .where('ownerId', '<>', systemOwner)
    .orderBy('ownerId')
    .execute();
  return rows.map(({ ownerId }) => ownerId);
}

/**
 * From here on no transaction commits a value sealed with these keys. Waits for transactions that have already checked
 * them.
 */
export async function retireKeys(
  db: Db,
  ownerId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db
    .updateTable('wrapped_keys')
    .set({ state: 'retired', since: now })
    .where('ownerId', '=', ownerId)
    .where('id', 'in', ids)
    .where('state', '=', 'retiring')
    .execute();
}

export async function deleteRetiredKeys(db: Db, ownerId: string, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('wrapped_keys')
    .where('ownerId', '=', ownerId)
    .where('id', 'in', ids)
    .where('state', '=', 'retired')
    .execute();
}

/** Deletes the signing keys whose tokens have all expired. */
export async function deleteOldSigningKeys(db: Db, now: number): Promise<void> {
  const rows = await db
    .selectFrom('wrapped_keys')
    .selectAll()
    .where('ownerId', '=', systemOwner)
    .where('state', '=', 'retiring')
    .execute();
  const over = rows.filter((row) => isOver(row, now)).map(({ id }) => id);
  if (over.length === 0) return;
  await db.deleteFrom('wrapped_keys').where('ownerId', '=', systemOwner).where('id', 'in', over).execute();
}
