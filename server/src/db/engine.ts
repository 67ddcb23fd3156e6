import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Config } from '../config.ts';
import { migrate } from './migrate.ts';
import type { Db, Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

const { builtins, getTypeParser } = pg.types;
/** Counts and times come as numbers; none of them is beyond what a number holds. */
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    if (oid === Number(builtins.INT8)) return Number;
    return format === 'binary' ? getTypeParser(oid, format) : getTypeParser(oid, format);
  },
};

function postgresDialect(connectionString: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 2000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    types: numbers,
  });
  // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
  pool.on('error', onError);
  return new PostgresDialect({ pool });
}

/** Opens the database that the settings name and brings its tables up to date. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onError: (error: Error) => void,
): Promise<Db> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, onError)
    : sqliteDialect(join(dataDir, 'quartermaster.db'));
  const db = new Kysely<Schema>({ dialect });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Throws when the database does not answer. */
export async function answers(db: Db): Promise<void> {
  await db.selectFrom('schema_version').select('version').execute();
}
