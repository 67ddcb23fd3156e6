import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { type Config, ConfigError } from '../config.ts';

export type DataFiles = Pick<Config, 'databaseUrl' | 'directUrl' | 'databasePool' | 'dataDir' | 'masterKey'>;

export const sqliteFile = (dataDir: string): string => join(dataDir, 'quartermaster.db');

/** SQLite's database and its companions. */
export const sqliteFiles = (dataDir: string): string[] =>
  ['', '-wal', '-shm'].map((ending) => sqliteFile(dataDir) + ending);

/** Whether anything is kept in DATA_DIR: SQLite's database, or a key file without a place of its own. */
export const isDataDirUsed = ({ databaseUrl, dataDir, masterKey }: DataFiles): boolean =>
  databaseUrl === null || ('file' in masterKey && dirname(masterKey.file) === dataDir);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Creates a directory and those above it that are missing, for their owner alone. Returns the created ones, innermost
 * first. Node's recursive mkdir does not end where the system refuses, such as below /proc.
 */
function make(directory: string): string[] {
  if (existsSync(directory)) return [];
  const above = make(dirname(directory));
  try {
    mkdirSync(directory, 0o700);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // Another process was faster.
  }
  return [directory, ...above];
}

/** Creates DATA_DIR if anything is kept there, and returns the directories that it created. Others keep their modes. */
export function prepareDataDir(files: DataFiles): string[] {
  if (!isDataDirUsed(files)) return [];
  const { dataDir, databaseUrl } = files;
  try {
    const made = make(dataDir);
    if (!statSync(dataDir).isDirectory())
      throw new ConfigError(`DATA_DIR is ${dataDir}, which is no directory`);
    if (databaseUrl === null) accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return made;
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    throw new ConfigError(`DATA_DIR is ${dataDir}, which can't be used: ${getSystemErrorMessage(errno)}`);
  }
}

/** Restricts a file to its owner. It may be another user's, or not exist. */
function restrict(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    if (!['ENOENT', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
  }
}

/**
 * The file of the database, restricted to its owner; SQLite gives its companions the same mode. Does not open an
 * existing file: closing it would drop the locks that SQLite holds on it in this process.
 */
export function privateSqliteFile(dataDir: string): string {
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  sqliteFiles(dataDir).forEach(restrict);
  return file;
}

/** Who else on this machine can read a path, in words; null: nobody else, or there is no such path. */
function readersOf(path: string): string | null {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o004) !== 0) return 'every user of this machine';
  return (mode & 0o040) === 0 ? null : 'its group';
}

/** A line for each directory and file that others on this machine can read. The server changes no mode of theirs. */
export function fileWarnings(files: DataFiles): string[] {
  const { dataDir, databaseUrl, masterKey } = files;
  const checked: [path: string, mode: string][] = [];
  if (isDataDirUsed(files)) checked.push([dataDir, '700']);
  if (databaseUrl === null) checked.push([sqliteFile(dataDir), '600']);
  if ('file' in masterKey) checked.push([masterKey.file, '600']);
  return checked.flatMap(([path, mode]) => {
    const readers = readersOf(path);
    return readers === null
      ? []
      : [`${path} can be read by ${readers}; unless that is intended, run: chmod ${mode} ${path}`];
  });
}
