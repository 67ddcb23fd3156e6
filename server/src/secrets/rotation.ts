import { ConfigError } from '../config.ts';
import { type Key, newKey, seal, sealedWith, unseal } from './seal.ts';
import { foreignMasterKey, keyPlace, lockKeys, masterKeys, writeKeyFile } from './keyring.ts';
import type { Db, Tx } from '../db/schema.ts';

/** Wraps every data key anew. The secrets themselves stay as they are. Answers how many. */
async function rewrap(tx: Tx, from: readonly Key[], to: Key): Promise<number> {
  const rows = await tx.selectFrom('wrapped_keys').select(['ownerId', 'id', 'wrapped']).execute();
  for (const { ownerId, id, wrapped } of rows) {
    const master = [to, ...from].find((key) => key.id === sealedWith(wrapped));
    if (!master) throw new ConfigError(foreignMasterKey);
    const place = keyPlace(ownerId, id);
    const again = seal(to, place, unseal(master, place, wrapped));
    await tx
      .updateTable('wrapped_keys')
      .set({ wrapped: again })
      .where('ownerId', '=', ownerId)
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}

/** From a key of the environment to another one; servers must not run meanwhile. */
export const rotateKey = (db: Db, from: Key, to: Key): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    return rewrap(tx, [from], to);
  });

/**
 * To a new key, in the file of which servers may go on reading. While it runs the file holds both keys, so that
 * a stop at any moment leaves everything readable. The file is only written by who holds the lock.
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
    // Unless another rotation has begun since: then it needs both.
    if (masterKeys({ file })[0].id === next.id) writeKeyFile(file, [next]);
  });
  return count;
}
