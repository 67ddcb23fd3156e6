import { Kysely, PostgresDialect, sql } from 'kysely';
import { type DataFiles, prepareDataDir, privateSqliteFile } from './data-dir.ts';
import { NoAnswerError } from './faults.ts';
import { migrate } from './migrate.ts';
import { write } from './raw-sql.ts';
import type { Db, Schema } from './schema.ts';
import { gatherStatistics, sqliteDialect } from './engines/sqlite.ts';

/** Opens the configured database without migrating it. Without `bounded`, statements have no time limit. */
export function connect(
  files: DataFiles,
  onError: (error: Error) => void,
  { bounded }: { bounded: boolean },
): Db {
  const { databaseUrl, dataDir } = files;
  prepareDataDir(files);
  const pool = async (url: string) =>
    (await import('./engines/postgres.ts')).postgresPool(url, onError, { bounded });
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: () => pool(databaseUrl) })
    : sqliteDialect(privateSqliteFile(dataDir), onError);
  return new Kysely<Schema>({ dialect });
}

/** Opens the configured database for serving, and migrates it. */
export async function openDatabase(settings: DataFiles, onError: (error: Error) => void): Promise<Db> {
  const db = connect(settings, onError, { bounded: false });
  try {
    await migrate(db);
    // A full disk must not prevent the start: the planner manages without its statistics.
    if (!settings.databaseUrl) await write(db, sql.raw(gatherStatistics)).catch(() => undefined);
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
