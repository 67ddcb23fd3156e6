import { Kysely, sql } from 'kysely';
import { type DataFiles, prepareDataDir, privateSqliteFile } from './data-dir.ts';
import { postgresDialect } from './engines/postgres.ts';
import type { Report } from './engines/postgres-outage.ts';
import { gatherStatistics, sqliteDialect } from './engines/sqlite.ts';
import { DeadThreadError } from './faults.ts';
import { migrate } from './migrate.ts';
import { write } from './raw-sql.ts';
import type { Db, Schema } from './schema.ts';

/**
 * Opens the configured database without migrating it. Without `bounded`, statements have no time limit, and PostgreSQL is
 * reached without a pooler. `report` takes the lines that the database has for the log.
 */
export function connect(files: DataFiles, report: Report, { bounded }: { bounded: boolean }): Db {
  const { databaseUrl, directUrl, databasePool, dataDir } = files;
  prepareDataDir(files);
  const url = bounded ? databaseUrl : directUrl;
  const onError = (error: Error) => {
    const statement = error instanceof DeadThreadError && { statement: error.statement };
    report('warn', { name: error.name, ...statement }, 'a database connection broke');
  };
  const dialect = url
    ? postgresDialect(url, { size: databasePool, report, bounded })
    : sqliteDialect(privateSqliteFile(dataDir), onError);
  return new Kysely<Schema>({ dialect });
}

/** Opens the configured database for serving, and migrates it. */
export async function openDatabase(settings: DataFiles, report: Report): Promise<Db> {
  const db = connect(settings, report, { bounded: false });
  try {
    await migrate(db);
    // A full disk must not prevent the start: the planner manages without its statistics.
    if (!settings.databaseUrl) await write(db, sql.raw(gatherStatistics)).catch(() => undefined);
  } finally {
    await db.destroy();
  }
  return connect(settings, report, { bounded: true });
}
