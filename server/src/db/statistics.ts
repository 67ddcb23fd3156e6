import { sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from './schema.ts';

/** From how many changed records on the statistics are gathered. */
const manyFrom = 1000;

/**
 * Has PostgreSQL look at a table of which many records were written, and at their tags. Autovacuum does it up to a minute
 * later, and until then plans for the table as it was: the filters' counts of 100 000 domains took over 15 s. Plans stay
 * as they are if it fails. SQLite's driver sees to it by itself.
 */
export async function gatherStatistics(db: Db, table: OwnedTableName, changed: number): Promise<void> {
  if (changed < manyFrom || engineOf<Schema>(db) === 'sqlite') return;
  await sql`analyze ${sql.table(table)}, tags, record_tags`.execute(db).catch(() => undefined);
}
