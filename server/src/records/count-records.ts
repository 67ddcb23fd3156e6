import { sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { isOwn } from '../access/scope.ts';
import type { Db, OwnedTableName } from '../db/schema.ts';

/** How many records of a kind the owner sees, global ones not counted. */
export async function countRecords(db: Db, owner: Owner, table: OwnedTableName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where ${isOwn(table, owner)}`.execute(db);
  return rows[0]?.count ?? 0;
}
