import { sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import { write } from './raw-sql.ts';
import type { Db, OwnedTableName, Schema } from './schema.ts';

/** From this many changed records on, statistics are gathered. */
const manyFrom = 1000;

/**
 * Analyses a table after many of its records were written, and its tags. PostgreSQL's autovacuum does so up to a minute
 * later; until then, statements are planned for the table as it was, and can be slow. A failure leaves those plans. SQLite
 * analyses by itself.
 */
export async function gatherStatistics(db: Db, table: OwnedTableName, changed: number): Promise<void> {
  if (changed < manyFrom || engineOf<Schema>(db) === 'sqlite') return;
  await write(db, sql`analyze ${sql.table(table)}, tags, record_tags`).catch(() => undefined);
}
