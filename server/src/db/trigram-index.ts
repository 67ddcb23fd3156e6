import { sql } from 'kysely';
import { nouns } from './references.ts';
import { inSavepoint } from './savepoint.ts';
import type { OwnedTableName, Tx } from './schema.ts';

const tables = Object.keys(nouns) as OwnedTableName[];

/**
 * PostgreSQL's search index, on the words themselves: made where it is missing, at each start, for whoever runs
 * the database may allow it later. False where the extension can't be had; searching then reads every row.
 */
export async function trigramIndexes(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ indexname: string }>`select indexname from pg_indexes
    where schemaname = current_schema()`.execute(tx);
  const there = new Set(rows.map(({ indexname }) => indexname));
  const missing = tables.filter((table) => !there.has(`${table}_search`));
  if (missing.length === 0) return true;
  return inSavepoint(tx, async () => {
    await sql`create extension if not exists pg_trgm`.execute(tx);
    for (const table of missing)
      await sql`create index ${sql.ref(`${table}_search`)} on ${sql.table(table)}
        using gin ("searchText" gin_trgm_ops)`.execute(tx);
  });
}
