import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { rowLock } from '../../db/row-lock.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import type { StoredRow } from '../kinds/row.ts';
import { allOf, isOneOf } from './conditions.ts';
import { isOwn } from './scope.ts';

/** The workspace's own rows with these ids in the order of their ids, as all writers lock them; locked in a transaction. */
export async function lockedRows(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<StoredRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await read(
    db,
    sql<StoredRow>`select * from ${sql.table(table)}
    where ${allOf([isOwn(table, owner), isOneOf(`${table}.id`, ids)])} order by id ${rowLock(db)}`,
  );
  return rows.map((row) => ({ ...row }));
}
