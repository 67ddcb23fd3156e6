import type { Config } from '../config.ts';
import { iso } from '../lib/clock.ts';
import { type RevivedToken, backUp, restore } from '../ops/backup.ts';
import type { RowCounts } from '../ops/backup-file.ts';
import { expectDatabase, withDatabase, withNewDatabase } from './with-database.ts';

const total = (counts: RowCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

export async function backUpTo(config: Config, file: string): Promise<string> {
  expectDatabase(config);
  const counts = await withDatabase(config, (db) => backUp(db, file, config.masterKey));
  return `Wrote ${total(counts)} rows to ${file}. The master key is not in it: keep a copy of the key elsewhere.`;
}

const calendars = 'Addresses of calendars have ended.';

/** Quoted, as a name may contain anything. */
const lineOf = ({ name, maker, workspace, expiresAt }: RevivedToken): string =>
  `  ${JSON.stringify(name)} of ${maker} in ${JSON.stringify(workspace)}, until ${iso(expiresAt)}`;

export async function restoreFrom(
  config: Config,
  file: string,
  options: Parameters<typeof restore>[3],
): Promise<string> {
  const { counts, created, tokens } = await withNewDatabase(config, (db) =>
    restore(db, file, config.masterKey, options),
  );
  const done = `Restored ${total(counts)} rows from ${file}. Everyone signs in again.`;
  if (!options?.keepTokens) return `${done} Invitations and API tokens have to be made anew. ${calendars}`;
  if (tokens.length === 0)
    return `${done} ${calendars} Invitations have to be made anew; the file has no API tokens.`;
  return [
    `${done} ${calendars} Invitations have to be made anew.`,
    `${tokens.length} API tokens work again as on ${created}, also those that were ended since; end these in the settings:`,
    ...tokens.map(lineOf),
  ].join('\n');
}
