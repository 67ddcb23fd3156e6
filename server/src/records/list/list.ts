import type { Pagination } from '@quartermaster/contract/api/query';
import { limits } from '@quartermaster/contract/rules/limits';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { entityOf } from '../entities.ts';
import { type Owner, visibleOwners } from '../../access/owner.ts';
import { type Shown, columnsOf, derivedOf, joinsOf, recordOf } from '../shown.ts';
import { currentRevision, lookUp, revisionOf, store } from './cache.ts';
import { type Condition, allOf, isOneOf } from './conditions.ts';
import { type Sorting, orderOf } from './order.ts';

/** The query of every list; an entity adds its filters. */
export interface ListQuery extends Sorting {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  tags?: string | undefined;
  relatedTo?: string | undefined;
}

/** The records of one entity that meet the conditions, and what to show of them. */
export interface ListOf {
  shown: Shown;
  conditions: readonly Condition[];
  /** The conditions depend on the time, so the total can't be cached. */
  isTimed?: boolean;
}

export interface ListPage<T> {
  rows: T[];
  pagination: Pagination;
}

type Row = Record<string, unknown> & { revision: string | null };

/**
 * The start of a `from` clause, which joins may follow, and the condition that selects the rows with these ids. It makes
 * both engines read the ids first and look up each row by its primary key: PostgreSQL evaluates an array first, SQLite the
 * left side of a cross join. With `in`, SQLite, which has no statistics, scans all of the owner's rows in list order.
 */
function rowsAmong(db: Db, table: OwnedTableName, ids: RawBuilder<unknown>) {
  const [id, rows] = [sql.ref(`${table}.id`), sql.table(table)];
  return engineOf<Schema>(db) === 'postgres'
    ? { from: rows, isAmong: sql<SqlBool>`${id} = any(array(${ids}))` }
    : {
        from: sql`(with ids(id) as (${ids}) select id from ids) as chosen cross join ${rows}`,
        isAmong: sql<SqlBool>`${id} = chosen.id`,
      };
}

/** The records with these ids, and the revision of the owner's data at which they were read. */
async function recordsWith<T>(
  db: Db,
  owner: Owner,
  shown: Shown,
  ids: RawBuilder<unknown>,
  sorting?: Sorting,
) {
  const { table } = shown;
  const order = sorting && orderOf(table, sorting);
  const { from, isAmong } = rowsAmong(db, table, ids);
  const { rows } = await sql<Row>`select ${columnsOf(shown)}, ${revisionOf(db, owner)} as revision
    from ${from} ${joinsOf(shown)} ${order?.joins ?? sql``}
    where ${isOneOf(`${table}.ownerId`, visibleOwners(table, owner))} and ${isAmong}
    ${order ? sql`order by ${order.by}` : sql``}`.execute(db);
  const records = rows.map(
    (row) => ({ ...recordOf(owner, shown, row), ...derivedOf(owner, entityOf[table], row) }) as T,
  );
  return { records, revision: rows[0]?.revision ?? null };
}

/** Cached unless it depends on the time; `read` is the revision that the page was read at, where it has a row. */
async function totalOf(
  db: Db,
  owner: Owner,
  { shown, conditions, isTimed }: ListOf,
  read: string | null,
): Promise<number> {
  const where = allOf(conditions);
  const { sql: text, parameters } = where.compile(db);
  const question = JSON.stringify([text, parameters]);
  const revision = isTimed || db.isTransaction ? null : (read ?? (await currentRevision(db, owner)));
  const known = revision === null ? undefined : lookUp<number>(db, owner, question, revision);
  if (known !== undefined) return known;
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(shown.table)}
    where ${where}`.execute(db);
  const value = rows[0]?.count ?? 0;
  if (revision !== null) store(db, owner, question, { revision, from: 0, until: Infinity, value });
  return value;
}

/** One page by number: an offset over ids alone, then the rows. Without a limit, all rows up to a bound. */
export async function listPage<T>(
  db: Db,
  owner: Owner,
  list: ListOf,
  query: ListQuery,
): Promise<ListPage<T>> {
  const { page = 1, limit = limits.listRows } = query;
  const { table } = list.shown;
  const order = orderOf(table, query);
  const ids = sql`select ${sql.ref(`${table}.id`)} from ${sql.table(table)} ${order.joins}
    where ${allOf(list.conditions)} order by ${order.by} limit ${sql.lit(limit)} offset ${sql.lit((page - 1) * limit)}`;
  const { records, revision } = await recordsWith<T>(db, owner, list.shown, ids, query);
  const total = await totalOf(db, owner, list, revision);
  return { rows: records, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}

/** The records with these ids, in that order; deleted ones are left out. */
export async function recordsByIds<T extends { id: string }>(
  db: Db,
  owner: Owner,
  shown: Shown,
  ids: readonly string[],
): Promise<T[]> {
  const { records } = await recordsWith<T>(db, owner, shown, valuesOf(db, [['text', ids]]));
  const found = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The ids of all records that match, in the list's order: a snapshot for an export to read in batches. */
export async function matchingIds(db: Db, list: ListOf, query: Sorting): Promise<string[]> {
  const { table } = list.shown;
  const order = orderOf(table, query);
  const { rows } = await sql<{ id: string }>`select ${sql.ref(`${table}.id`)} as id from ${sql.table(table)}
    ${order.joins} where ${allOf(list.conditions)} order by ${order.by}`.execute(db);
  return rows.map(({ id }) => id);
}
