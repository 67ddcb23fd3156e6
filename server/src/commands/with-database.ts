import { existsSync, rmSync, rmdirSync } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';
import { prepareDataDir, sqliteFile, sqliteFiles } from '../db/data-dir.ts';
import { inWords } from '../db/faults.ts';
import { migrate, schemaOf } from '../db/migrate.ts';
import { connect } from '../db/open.ts';
import type { Db, Tx } from '../db/schema.ts';

/** Opens the database without migrating it; servers may be using it. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(config, () => undefined, { bounded: false });
  try {
    return await work(db);
  } catch (error) {
    throw inWords(error, config);
  } finally {
    await db.destroy();
  }
}

/** Like `withDatabase`, but for work that fills a new one: if it fails, nothing of a new file or directory is left. */
export async function withNewDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = config;
  const isNew = databaseUrl === null && !existsSync(sqliteFile(dataDir));
  const made = prepareDataDir(config);
  let isEmpty = false;
  try {
    return await withDatabase(config, (db) =>
      work(db).catch(async (error: unknown) => {
        // A server may have begun to use it meanwhile.
        isEmpty = (await schemaOf(db as Tx)) === 0;
        throw error;
      }),
    );
  } catch (error) {
    if (isNew && isEmpty) for (const file of sqliteFiles(dataDir)) rmSync(file, { force: true });
    if (isEmpty) made.forEach((directory) => rmdirSync(directory));
    throw error;
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
