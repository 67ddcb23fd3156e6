import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { connect, sqliteFile } from '../db/open.ts';
import type { Db } from '../db/schema.ts';

/** Opens the database without migrating it; servers may be using it. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(config, () => undefined, { bounded: false });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Throws a ConfigError if there is no database, as `connect` would create one. */
export function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === null && !existsSync(sqliteFile(dataDir)))
    throw new ConfigError(`There is no database at ${sqliteFile(dataDir)}`);
}

/** Like `withDatabase`, but requires up-to-date tables. */
export function withTables<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  expectDatabase(config);
  return withDatabase(config, async (db) => {
    await migrate(db);
    return work(db);
  });
}
