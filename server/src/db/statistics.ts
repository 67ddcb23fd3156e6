import { sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from './schema.ts';

/** From this many changed records on, statistics are gathered. */
const manyFrom = 1000;

/**
 * Analyses a table of which many records were written, and its tags. PostgreSQL's autovacuum would do so up to a minute
 * later, and until then plans for the old table, as slowly as if it were small. If it fails, plans stay as they are. SQLite analyses by itself.
 */
export async function gatherStatistics(db: Db, table: OwnedTableName, changed: number): Promise<void> {
  if (changed < manyFrom || engineOf<Schema>(db) === 'sqlite') return;
  await sql`analyze ${sql.table(table)}, tags, record_tags`.execute(db).catch(() => undefined);
}
