import { type SqlBool, sql } from 'kysely';
import { type Condition, allOf, isOneOf } from './conditions.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { ListOf, ListQuery, Select, Stamped } from './list-of.ts';
import { type SortColumn, directionOf, orderOf } from './list-order.ts';
import { type Owner, visibleOwners } from '../owner.ts';
import { stampOf, stampParameters } from './remembered.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { type Matching, isAmong } from './search.ts';
import { rowsOfShape } from './shapes.ts';

/** Said as one value, PostgreSQL would read all of the owner's servers for every domain of a page. */
export const isOwned = (db: Db, table: OwnedTableName, owners: readonly string[]): Condition =>
  engineOf<Schema>(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(`${table}.ownerId`)} = any(array[${sql.join(owners)}])`
    : isOneOf(`${table}.ownerId`, owners);

/**
 * The rows behind a place: range after range, each straight from its index. One statement for all of them would find
 * each row twice.
 */
export async function inTurn<R>(
  db: Db,
  owner: Owner,
  list: ListOf<R>,
  query: ListQuery,
  column: string,
  { ranges, limit }: { ranges: readonly Condition[]; limit: number },
): Promise<Stamped<R>[]> {
  const rows: Stamped<R>[] = [];
  for (const range of ranges) {
    const wanted = limit - rows.length;
    if (wanted === 0) break;
    const where = allOf([...list.conditions, range]);
    const { sql: text, parameters } = where.compile(db);
    const found = await rowsOfShape<Stamped<R>>(
      db,
      JSON.stringify(['behind', list.table, list.isBare, column, query.sortOrder, text]),
      [...stampParameters(owner), ...parameters, wanted],
      () =>
        (list.select() as unknown as Select)
          .select(stampOf(db, owner).as('stamp'))
          .where(where)
          .orderBy(
            sql`${sql.ref(`${list.table}.${column}`)} ${directionOf(query)}, ${sql.ref(`${list.table}.id`)}`,
          )
          .limit(sql`${wanted}`)
          .compile(),
    );
    rows.push(...found);
  }
  return rows;
}

/** The ids of all rows that are left, in the list's order. */
export async function restOf<R>(
  db: Db,
  list: ListOf<R>,
  query: ListQuery,
  { source, conditions }: Matching,
  column: SortColumn,
): Promise<readonly string[]> {
  if (query.after && 'ids' in query.after) return query.after.ids;
  const { rows } = await sql<{ id: string }>`select ${sql.ref(`${list.table}.id`)} from ${source}
    where ${allOf(conditions)} order by ${orderOf(column, list, query)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** These rows, in this order, as far as they are there. */
export async function byIds<R extends { id: string }>(
  db: Db,
  owner: Owner,
  { table, select, isBare }: Pick<ListOf<R>, 'table' | 'select' | 'isBare'>,
  ids: readonly string[],
): Promise<Stamped<R>[]> {
  const engine = engineOf<Schema>(db);
  const owners = visibleOwners(table, owner);
  const rows = await rowsOfShape<Stamped<R>>(
    db,
    JSON.stringify(['by ids', table, isBare]),
    [...stampParameters(owner), ...owners, engine === 'postgres' ? ids : JSON.stringify(ids)],
    () =>
      (select() as unknown as Select)
        .select(stampOf(db, owner).as('stamp'))
        .where(isOwned(db, table, owners))
        .where(isAmong(engine, table, ids))
        .compile(),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
