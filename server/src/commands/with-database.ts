import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { connect, sqliteFile } from '../db/open.ts';
import type { Db } from '../db/schema.ts';

/** Works on the database as it is, beside servers that may be running. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(config, () => undefined, { bounded: false });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Throws a ConfigError if there is no database, which `connect` would make. */
export function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === null && !existsSync(sqliteFile(dataDir)))
    throw new ConfigError(`There is no database at ${sqliteFile(dataDir)}`);
}

/** The same on tables that are up to date. */
export function withTables<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  expectDatabase(config);
  return withDatabase(config, async (db) => {
    await migrate(db);
    return work(db);
  });
}
