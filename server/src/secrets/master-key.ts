import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { type Key, keyId, newKey } from './seal.ts';

export const foreignMasterKey = 'The master key is not the one that this database was written with';

/** Reads 32 bytes as 64 hex digits or as base64. */
export function readKey(text: string): Key {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length !== 32)
    throw new ConfigError('The master key must be 32 bytes, as 64 hex digits or base64');
  return { id: keyId(bytes), bytes };
}

/** Writes the keys to a temporary file, which then replaces `file` atomically. */
function writeBeside(file: string, keys: readonly Key[]): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
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

/** Replaces the key file atomically. The first key is the current one. */
export function writeKeyFile(file: string, keys: readonly Key[]): void {
  renameSync(writeBeside(file, keys), file);
  syncNames(file);
}

/** Creates the first key, unless another process was faster: then its key stays. */
export function createKeyFile(file: string): void {
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
  if ((statSync(source.file).mode & 0o077) !== 0)
    throw new ConfigError(`${source.file} can be read by others; run: chmod 600 ${source.file}`);
  const lines = readFileSync(source.file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const [first, ...rest] = lines.filter((line) => line !== '').map(readKey);
  if (!first) throw new ConfigError(`${source.file} is empty`);
  return [first, ...rest];
}
