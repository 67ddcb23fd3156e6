import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openDatabase } from './db/engine.ts';
import { readKey } from './db/keyring.ts';
import { rotateKey, rotateKeyFile } from './db/rotation.ts';

const usage = `Usage: node server/src/cli.ts COMMAND

  rotate-master-key   Wraps every data key with a new master key. With a key file the new key is made and the
                      file replaced; with MASTER_KEY the new one is read from NEW_MASTER_KEY.
`;

async function rotateMasterKey(config: Config): Promise<void> {
  const { masterKey, newMasterKey } = config;
  const db = await openDatabase(config, () => undefined);
  try {
    if ('key' in masterKey && newMasterKey === null)
      throw new ConfigError('Set NEW_MASTER_KEY to the key to rotate to');
    const count =
      'file' in masterKey
        ? await rotateKeyFile(db, masterKey.file)
        : await rotateKey(db, readKey(masterKey.key), readKey(newMasterKey ?? ''));
    process.stdout.write(`Wrapped ${count} data keys with the new master key\n`);
  } finally {
    await db.destroy();
  }
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.join(' ') !== 'rotate-master-key') throw new ConfigError(usage);
  await rotateMasterKey(readConfig());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
