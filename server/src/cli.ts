import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig, version } from './config.ts';
import { backUp, restore } from './ops/backup.ts';
import type { RowCounts } from './ops/backup-file.ts';
import { connect, sqliteFile } from './db/open.ts';
import { readKey } from './secrets/master-key.ts';
import { migrate } from './db/migrate.ts';
import { makeDue } from './jobs/queue.ts';
import { Worker } from './jobs/worker.ts';
import { createLog } from './lib/log.ts';
import { resealing, resealingKind, resealingProgress } from './ops/resealing.ts';
import { type Rotation, isRotating, rotateKey, rotateKeyFile } from './secrets/rotation.ts';
import type { Db } from './db/schema.ts';

const usage = `Usage: quartermaster [COMMAND]

  Without a command it starts the server. The environment holds the settings; README.md lists them.

  backup FILE         Writes all data as it is at this moment to FILE; the server may go on working. The master
                      key is not in it: keep a copy of the key apart from the backup.
  restore FILE        Fills an empty database, SQLite or PostgreSQL, from FILE, whichever it was written from.
                      Needs the master key of the installation that FILE comes from, with which FILE is sealed.
    --unsealed        Accepts a backup without a seal, as earlier versions wrote them. Whoever could write to such
                      a file may have changed anything in it, passwords and roles of accounts included.
  rotate-master-key   Makes a new master key, a new key to sign tokens and new data keys, and seals every secret
                      with these. With a key file the new key is made and the file replaced, and servers may run;
                      with MASTER_KEY the new one is read from NEW_MASTER_KEY, and no server may run.
    --now             The old keys may be in wrong hands: ends all sessions and API tokens, and accepts no token any more.
`;

async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(config, () => undefined, { bounded: false });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Reseals in this process, or watches the one that does it already, until every secret has a new key. */
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

async function rotateMasterKey(config: Config, rotation: Rotation): Promise<string> {
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
        'Resealing all secrets with new keys. If this is interrupted, any server goes on with it.\n',
    );
    const resealed = 'file' in masterKey ? config : { ...config, masterKey: { key: newMasterKey ?? '' } };
    await followResealing(resealed, db);
    return 'All secrets are sealed with new keys, and the old keys are deleted';
  });
}

const total = (counts: RowCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

async function backUpTo(config: Config, file: string): Promise<string> {
  if (config.databaseUrl === null && !existsSync(sqliteFile(config.dataDir)))
    throw new ConfigError(`There is no database at ${sqliteFile(config.dataDir)}`);
  const counts = await withDatabase(config, (db) => backUp(db, file, config.masterKey));
  return `Wrote ${total(counts)} rows to ${file}. The master key is not in it: keep a copy of the key elsewhere.`;
}

async function restoreFrom(config: Config, file: string, unsealed: boolean): Promise<string> {
  const counts = await withDatabase(config, (db) => restore(db, file, config.masterKey, { unsealed }));
  return `Restored ${total(counts)} rows from ${file}. Everyone signs in again.`;
}

async function run([command, file, ...rest]: string[], given: Record<string, unknown>): Promise<string> {
  const only = (...allowed: string[]) => Object.keys(given).every((flag) => allowed.includes(flag));
  if (rest.length === 0) {
    if (command === 'rotate-master-key' && file === undefined && only('now'))
      return rotateMasterKey(readConfig(), { compromised: 'now' in given });
    if (command === 'backup' && file !== undefined && only()) return backUpTo(readConfig(), file);
    if (command === 'restore' && file !== undefined && only('unsealed'))
      return restoreFrom(readConfig(), file, 'unsealed' in given);
  }
  throw new ConfigError(usage);
}

try {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    unsealed: { type: 'boolean' },
    now: { type: 'boolean' },
  } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const answer = values.help ? usage : values.version ? version : await run(positionals, values);
  process.stdout.write(`${answer}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
