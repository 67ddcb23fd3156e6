import { setTimeout as pause } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.ts';
import type { Db } from '../db/schema.ts';
import { makeDue } from '../jobs/queue.ts';
import { Worker } from '../jobs/worker.ts';
import { logOn } from '../lib/log.ts';
import { resealingKind, resealingProgress } from '../access/resealing-progress.ts';
import { resealing } from '../ops/resealing.ts';
import { masterKeys, readKey } from '../secrets/master-key.ts';
import { type Rotation, isRotating, rotateKey, rotateKeyFile } from '../access/key-rotation.ts';
import { withTables } from './with-database.ts';

/** Reseals in this process, or follows the process that already does, until every secret has a new key. */
async function followResealing(config: Config, db: Db): Promise<void> {
  const { log } = logOn('stderr', { ...config, logLevel: 'warn' });
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

/** How the master key is replaced, what the operator has to do then, and the settings with the new one. */
interface Way {
  replace: (db: Db) => Promise<number>;
  next: string;
  renewed: Config;
}

/** Throws before anything is opened or written if a key can't be used. */
function wayOf(config: Config, rotation: Rotation): Way {
  const { masterKey, newMasterKey } = config;
  if ('file' in masterKey) {
    masterKeys(masterKey);
    const next =
      `Copy ${masterKey.file} to every server, and keep a copy apart from the backups. A server without it answers 503, ` +
      'and uses it within 10 seconds of the copy.';
    return { replace: (db) => rotateKeyFile(db, masterKey.file, rotation), next, renewed: config };
  }
  const from = readKey(masterKey.key);
  if (newMasterKey === null) throw new ConfigError('Set NEW_MASTER_KEY to the key to rotate to');
  const to = readKey(newMasterKey);
  if (to.id === from.id)
    throw new ConfigError('NEW_MASTER_KEY is the same key as MASTER_KEY; make a new one');
  return {
    replace: (db) => rotateKey(db, from, to, rotation),
    next: 'Start every server with the new key as MASTER_KEY, and keep a copy apart from the backups.',
    renewed: { ...config, masterKey: { key: newMasterKey } },
  };
}

export function rotateMasterKey(config: Config, rotation: Rotation): Promise<string> {
  const { replace, next, renewed } = wayOf(config, rotation);
  return withTables(config, async (db) => {
    const count = await replace(db);
    process.stdout.write(
      `Wrapped ${count} keys with the new master key${rotation.compromised ? '; everyone has to sign in again, and links and invitations are void, addresses of calendars too' : ''}\n` +
        `${next}\nResealing all secrets with new keys. If this is interrupted, any server completes it.\n`,
    );
    await followResealing(renewed, db);
    return 'All secrets are sealed with new keys, and the old keys are deleted';
  });
}
