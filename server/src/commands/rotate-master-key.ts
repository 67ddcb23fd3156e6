import { setTimeout as pause } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import type { Db } from '../db/schema.ts';
import { makeDue } from '../jobs/queue.ts';
import { Worker } from '../jobs/worker.ts';
import { createLog } from '../lib/log.ts';
import { resealing, resealingKind, resealingProgress } from '../ops/resealing.ts';
import { readKey } from '../secrets/master-key.ts';
import { type Rotation, isRotating, rotateKey, rotateKeyFile } from '../secrets/rotation.ts';
import { withDatabase } from './with-database.ts';

/** Reseals in this process, or follows the process that already does, until every secret has a new key. */
async function followResealing(config: Config, db: Db): Promise<void> {
  const log = createLog('warn', { write: (line) => void process.stderr.write(line) });
  await makeDue(db, resealingKind);
  const worker = new Worker({ db, log }, [resealing({ db, config, log })]);
  let shown = '';
  while (await isRotating(db)) {
    const progress = await resealingProgress(db);
    const line = progress ? `Resealed ${progress.done} of ${progress.total} rows` : 'Resealing begins';
    if (line !== shown) process.stdout.write(`${line}\n`);
    shown = line;
    await pause(1000);
    await makeDue(db, resealingKind);
    await worker.look();
  }
  await worker.stop();
}

export async function rotateMasterKey(config: Config, rotation: Rotation): Promise<string> {
  const { masterKey, newMasterKey } = config;
  if ('key' in masterKey && newMasterKey === null)
    throw new ConfigError('Set NEW_MASTER_KEY to the key to rotate to');
  return withDatabase(config, async (db) => {
    await migrate(db);
    const count =
      'file' in masterKey
        ? await rotateKeyFile(db, masterKey.file, rotation)
        : await rotateKey(db, readKey(masterKey.key), readKey(newMasterKey ?? ''), rotation);
    process.stdout.write(
      `Wrapped ${count} keys with the new master key${rotation.compromised ? '; everyone has to sign in again' : ''}\n` +
        'Resealing all secrets with new keys. If this is interrupted, any server completes it.\n',
    );
    const resealed = 'file' in masterKey ? config : { ...config, masterKey: { key: newMasterKey ?? '' } };
    await followResealing(resealed, db);
    return 'All secrets are sealed with new keys, and the old keys are deleted';
  });
}
