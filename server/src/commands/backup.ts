import type { Config } from '../config.ts';
import { backUp, restore } from '../ops/backup.ts';
import type { RowCounts } from '../ops/backup-file.ts';
import { expectDatabase, withDatabase, withNewDatabase } from './with-database.ts';

const total = (counts: RowCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

export async function backUpTo(config: Config, file: string): Promise<string> {
  expectDatabase(config);
  const counts = await withDatabase(config, (db) => backUp(db, file, config.masterKey));
  return `Wrote ${total(counts)} rows to ${file}. The master key is not in it: keep a copy of the key elsewhere.`;
}

export async function restoreFrom(config: Config, file: string, unsealed: boolean): Promise<string> {
  const counts = await withNewDatabase(config, (db) => restore(db, file, config.masterKey, { unsealed }));
  return `Restored ${total(counts)} rows from ${file}. Everyone signs in again.`;
}
