import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Config } from '../config.ts';
import { NoAnswerError } from './faults.ts';
import { migrate } from './migrate.ts';
import type { Db, Schema } from './schema.ts';
import { gatherStatistics, sqliteDialect } from './engines/sqlite.ts';

export const sqliteFile = (dataDir: string): string => join(dataDir, 'quartermaster.db');

const chmodIfThere = (file: string): void => {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

/**
 * Restricts the database to its user; SQLite gives its companion files the same mode. Does not open an existing file:
 * closing it would drop the locks that SQLite holds on it in this process.
 */
function privateFile(file: string): string {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) chmodIfThere(path);
  return file;
}

/** Opens the configured database without migrating it. Without `bounded`, statements have no time limit. */
export function connect(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onError: (error: Error) => void,
  { bounded }: { bounded: boolean },
): Db {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const pool = async (url: string) =>
    (await import('./engines/postgres.ts')).postgresPool(url, onError, { bounded });
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: () => pool(databaseUrl) })
    : sqliteDialect(privateFile(sqliteFile(dataDir)), onError);
  return new Kysely<Schema>({ dialect });
}

/** Opens the configured database for serving, and migrates it. */
export async function openDatabase(
  settings: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onError: (error: Error) => void,
): Promise<Db> {
  const db = connect(settings, onError, { bounded: false });
  try {
    await migrate(db);
    // A full disk must not prevent the start: the planner manages without its statistics.
    if (!settings.databaseUrl)
      await sql
        .raw(gatherStatistics)
        .execute(db)
        .catch(() => undefined);
  } finally {
    await db.destroy();
  }
  return connect(settings, onError, { bounded: true });
}

const answersMs = 1500;

/** Throws when the database does not answer in time. */
export async function answers(db: Db): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new NoAnswerError()), answersMs);
  try {
    await Promise.race([db.selectFrom('schema_version').select('version').execute(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
