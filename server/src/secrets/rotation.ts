import { ConfigError } from '../config.ts';
import { type Key, newKey, seal, sealedWith, unseal } from './seal.ts';
import { foreignMasterKey, keyContext, lockKeys, masterKeys, writeKeyFile } from './keyring.ts';
import type { Db, Tx } from '../db/schema.ts';

/** Rewraps every data key and returns how many. The secrets themselves do not change. */
async function rewrap(tx: Tx, from: readonly Key[], to: Key): Promise<number> {
  const rows = await tx.selectFrom('wrapped_keys').select(['ownerId', 'id', 'wrapped']).execute();
  for (const { ownerId, id, wrapped } of rows) {
    const master = [to, ...from].find((key) => key.id === sealedWith(wrapped));
    if (!master) throw new ConfigError(foreignMasterKey);
    const context = keyContext(ownerId, id);
    const again = seal(to, context, unseal(master, context, wrapped));
    await tx
      .updateTable('wrapped_keys')
      .set({ wrapped: again })
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}

/** Rotates from one key in the environment to another; no server may run meanwhile. */
export const rotateKey = (db: Db, from: Key, to: Key): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    return rewrap(tx, [from], to);
  });

/**
 * Rotates to a new key in the key file, which servers may keep reading. Meanwhile the file holds both keys, so that an
 * interruption at any moment leaves everything readable. Only the holder of the lock writes the file.
 */
export async function rotateKeyFile(db: Db, file: string): Promise<number> {
  const next = newKey();
  const count = await db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    const old = masterKeys({ file });
    writeKeyFile(file, [next, ...old]);
    return rewrap(tx, old, next);
  });
  await db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    // Unless another rotation has begun since, which needs both keys.
    if (masterKeys({ file })[0].id === next.id) writeKeyFile(file, [next]);
  });
  return count;
}
