import { type Area, areas } from '@quartermaster/contract/api/areas';
import { sql } from 'kysely';
import type { Extent } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import { isOwn } from './scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { tableOfArea } from '../kinds/entities.ts';

/** The number of visible records of a kind, without global ones. */
export async function countRecords(db: Db, owner: Extent, table: OwnedTableName): Promise<number> {
  const { rows } = await read(
    db,
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where ${isOwn(table, owner)}`,
  );
  return rows[0]?.count ?? 0;
}

/** The same for every kind. */
export const countAllRecords = (db: Db, owner: Extent): Promise<{ area: Area; count: number }[]> =>
  Promise.all(areas.map(async (area) => ({ area, count: await countRecords(db, owner, tableOfArea[area]) })));
