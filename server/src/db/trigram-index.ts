import { sql } from 'kysely';
import { engineOf } from './engine-of.ts';
import { nouns } from './references.ts';
import { inSavepoint } from './savepoint.ts';
import type { Db, OwnedTableName, Schema, Tx } from './schema.ts';

const tables = Object.keys(nouns) as OwnedTableName[];

async function missingIndexes(db: Db): Promise<OwnedTableName[]> {
  const { rows } = await sql<{ indexname: string }>`select indexname from pg_indexes
    where schemaname = current_schema()`.execute(db);
  const there = new Set(rows.map(({ indexname }) => indexname));
  return tables.filter((table) => !there.has(`${table}_search`));
}

/** Whether searching has an index on this database. SQLite's comes with its tables. */
export const searchIsIndexed = async (db: Db): Promise<boolean> =>
  engineOf<Schema>(db) === 'sqlite' || (await missingIndexes(db)).length === 0;

/**
 * PostgreSQL's search index, on the words themselves: made where it is missing, at each start, for whoever runs
 * the database may allow it later. Where the extension can't be had, searching reads every row.
 */
export async function trigramIndexes(tx: Tx): Promise<void> {
  const missing = await missingIndexes(tx);
  if (missing.length === 0) return;
  await inSavepoint(tx, async () => {
    await sql`create extension if not exists pg_trgm`.execute(tx);
    for (const table of missing)
      await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)}
        using gin ("searchText" gin_trgm_ops)`.execute(tx);
  });
}
