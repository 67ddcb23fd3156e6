import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { keyBytes, keyRule } from '../lib/key-bytes.ts';
import { type Key, keyId, newKey } from './seal.ts';

export const foreignMasterKey =
  'The master key is not the one that this database was written with. If it was rotated on another server, copy the ' +
  'key file from there';

export function readKey(text: string): Key {
  const bytes = keyBytes(text);
  if (!bytes) throw new ConfigError(`The master key ${keyRule}`);
  return { id: keyId(bytes), bytes };
}

/** Writes the keys to a temporary file, which then replaces `file` atomically. */
function writeBeside(file: string, keys: readonly Key[]): string {
  const beside = `${file}.${randomUUID()}`;
  writeFileSync(beside, keys.map((key) => `${key.bytes.toString('hex')}\n`).join(''), {
    mode: 0o600,
    flush: true,
  });
  return beside;
}

/** Sync the directory too: the key must survive a power cut before anything is sealed with it. */
function syncNames(file: string): void {
  if (process.platform === 'win32') return; // Such systems cannot sync directories.
  const directory = openSync(dirname(file), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Whoever could read the file goes on reading it: the server, if root rotates its key. */
function keepReaders(beside: string, file: string): void {
  const { uid, gid, mode } = statSync(file);
  try {
    chownSync(beside, uid, gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  chmodSync(beside, mode & 0o770);
}

/** Replaces the key file atomically. The first key is the current one. */
export function writeKeyFile(file: string, keys: readonly Key[]): void {
  const beside = writeBeside(file, keys);
  try {
    keepReaders(beside, file);
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
  syncNames(file);
}

/** Creates the first key, unless another process was faster: then its key stays. */
export function createKeyFile(file: string): void {
  if (!existsSync(dirname(file)))
    throw new ConfigError(
      `There is no directory ${dirname(file)} for the master key; create it, or set MASTER_KEY_FILE`,
    );
  const beside = writeBeside(file, [newKey()]);
  try {
    linkSync(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside);
  }
  syncNames(file);
}

/** The master keys: the current one first, followed by the previous one during a rotation. */
export function masterKeys(source: Config['masterKey']): [Key, ...Key[]] {
  if ('key' in source) return [readKey(source.key)];
  if (!existsSync(source.file)) throw new ConfigError(`There is no master key at ${source.file}`);
  const found = statSync(source.file);
  // As container engines make where the file to mount is missing.
  if (found.isDirectory()) throw new ConfigError(`${source.file} is a directory, not a key file`);
  // Orchestrators mount secrets that the server's group can read: those are no more than a warning at the start.
  if ((found.mode & 0o007) !== 0)
    throw new ConfigError(`${source.file} can be read by others; run: chmod 600 ${source.file}`);
  const lines = readFileSync(source.file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const [first, ...rest] = lines.filter((line) => line !== '').map((line) => readKey(line));
  if (!first) throw new ConfigError(`${source.file} is empty`);
  return [first, ...rest];
}
