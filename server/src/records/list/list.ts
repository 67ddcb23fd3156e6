import type { Pagination } from '@quartermaster/contract/api/query';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { paginationOf } from '../../lib/pagination.ts';
import type { Owner } from '../../access/owner.ts';
import { currentRevision } from '../table/revision.ts';
import { isSeen, visibleOwners } from '../table/scope.ts';
import { type AnswerColumns, columnsOf, recordsOf, withReferences } from './answer-columns.ts';
import { lookUp, store } from './cache.ts';
import { type Condition, allOf, isAmong, isOneOf } from '../table/conditions.ts';
import { type Sorting, orderOf } from './order.ts';

/*
 * How a list finds a page. Which rows match stands in `conditions`; there are two ways to the page:
 * - In order (`inOrder`): the engine walks the index of the order and stops after a page, whatever the list's length. The
 *   total is a statement of its own, cached by the revision.
 * - Find all (`inOrder` is null): with a search, or a scope that few rows are in, that walk would pass thousands of rows for
 *   one page. So all ids that match are collected, counted, sorted and cut, and the total comes with them:
 *
 *   with found as materialized (select domains.id as id, domains.domain as key from domains where <conditions>)
 *   select id, key, (select count(*) from found) as total from found as chosen order by key, id limit 20 offset 40
 *
 * Either way the columns are read for the ids of the page alone, and then what they refer to (`answer-columns.ts`).
 */

/** The query of every list; an entity adds its filters. */
export interface ListQuery extends Sorting {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  tags?: string | undefined;
  tagsAny?: string | undefined;
  relatedTo?: string | undefined;
  ids?: string | undefined;
}

/** The records of one entity that meet the conditions, and what to show of them. */
export interface ListOf {
  answer: AnswerColumns;
  conditions: readonly Condition[];
  /** The same for walking through the list's order until a page is full; null where that takes longer than finding all. */
  inOrder: readonly Condition[] | null;
  /** The conditions depend on the time, so the total can't be cached. */
  isTimed?: boolean;
}

export interface ListPage<T> {
  rows: T[];
  pagination: Pagination;
}

/** Cached by filters unless it depends on the time. */
async function totalOf(
  db: Db,
  owner: Owner,
  { answer, conditions, isTimed }: ListOf,
  { page: _page, limit: _limit, sortBy: _sortBy, sortOrder: _sortOrder, ...filters }: ListQuery,
): Promise<number> {
  const question = JSON.stringify([answer.table, filters]);
  const revision = isTimed || db.isTransaction ? null : await currentRevision(db, owner);
  const known = revision === null ? undefined : lookUp<number>(db, owner, question, revision);
  if (known !== undefined) return known;
  const { rows } = await read(
    db,
    sql<{ count: number }>`select count(*) as count from ${sql.table(answer.table)}
    where ${allOf(conditions)}`,
  );
  const value = rows[0]?.count ?? 0;
  if (revision !== null) store(db, owner, question, { revision, from: 0, until: Infinity, value });
  return value;
}

/**
 * The ids of one page, or of all that matches, in the list's order. A search and a narrow scope have to find every match
 * anyway, and count them as they do.
 */
function chosenIds(
  db: Db,
  { answer: { table }, conditions, inOrder }: ListOf,
  sorting: Sorting,
  page: RawBuilder<unknown>,
) {
  const order = orderOf(db, table, sorting);
  const ids = sql`select ${sql.ref(`${table}.id`)} as id, ${order.column} as key`;
  const from = sql`from ${sql.table(table)} ${order.joins} where ${allOf(inOrder ?? conditions)}`;
  if (inOrder) return sql`${ids}, cast(null as integer) as total ${from} order by ${order.by} ${page}`;
  // Without the step PostgreSQL would read in the list's order and expect to stop after a page; `over ()` is slow on SQLite.
  return sql`with found as materialized (${ids} ${from})
    select id, key, (select count(*) from found) as total from found as chosen order by ${order.byChosen} ${page}`;
}

/**
 * The rows of one page. Rows are skipped by their ids alone. SQLite always takes the ids first: it sorts them faster than
 * rows. It reads the left side of a cross join first, then each row by its key; without statistics it would walk all of the
 * owner's rows in list order.
 */
function pageOf(
  db: Db,
  owner: Owner,
  list: ListOf,
  { limit, skipped, ...sorting }: Sorting & { limit: number; skipped: number },
) {
  const { answer, inOrder } = list;
  const { table } = answer;
  const order = orderOf(db, table, sorting);
  const columns = columnsOf(owner, answer);
  // Not a parameter: SQLite plans a statement anew each time it is given another limit.
  const atMost = sql`limit ${sql.lit(limit)}`;
  if (inOrder && skipped === 0 && engineOf<Schema>(db) === 'postgres')
    return sql`select ${columns} from ${sql.table(table)} ${order.joins} where ${allOf(inOrder)}
      order by ${order.by} ${atMost}`;
  const chosen = chosenIds(db, list, sorting, sql`${atMost} offset ${skipped}`);
  return sql`select ${columns}, chosen.total from (${chosen}) chosen cross join ${sql.table(table)}
    where ${isOneOf(`${table}.ownerId`, visibleOwners(table, owner))} and ${sql.ref(`${table}.id`)} = chosen.id
    order by ${order.byChosen}`;
}

/** One page by number. Without a limit, all rows up to a bound. */
export async function listPage<T>(
  db: Db,
  owner: Owner,
  list: ListOf,
  query: ListQuery,
): Promise<ListPage<T>> {
  const { page = 1, limit = serverLimits.listRows } = query;
  const skipped = (page - 1) * limit;
  const chosen = pageOf(db, owner, list, { ...query, limit, skipped });
  const stored = (await read(db, withReferences(db, owner, list.answer, chosen))).rows;
  const rows = recordsOf(owner, list.answer, stored) as T[];
  // A page that is not full is the last one.
  const isLast = rows.length < limit && (rows.length > 0 || page === 1);
  const total = isLast
    ? skipped + rows.length
    : (stored[0]?.total ?? (await totalOf(db, owner, list, query)));
  return { rows, pagination: paginationOf({ page, limit }, total) };
}

/** The records with these ids, in that order; deleted ones are left out. */
export async function recordsByIds<T extends { id: string }>(
  db: Db,
  owner: Owner,
  answer: AnswerColumns,
  ids: readonly string[],
): Promise<T[]> {
  const { table } = answer;
  const rows = sql`select ${columnsOf(owner, answer)} from ${sql.table(table)}
    where ${isSeen(table, owner, table, 'each')} and ${isAmong(db, `${table}.id`, valuesOf(db, [['text', ids]]))}`;
  const stored = (await read(db, withReferences(db, owner, answer, rows))).rows;
  const found = new Map((recordsOf(owner, answer, stored) as T[]).map((record) => [record.id, record]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The ids of one page, whose rows are read in chunks. */
export async function listIds(
  db: Db,
  owner: Owner,
  list: ListOf,
  query: ListQuery,
): Promise<{ ids: string[]; pagination: Pagination }> {
  const { page = 1, limit = serverLimits.listRows } = query;
  const skipped = (page - 1) * limit;
  const ids = await matchingIds(db, list, query, sql`limit ${sql.lit(limit)} offset ${skipped}`);
  const isLast = ids.length < limit && (ids.length > 0 || page === 1);
  const total = isLast ? skipped + ids.length : await totalOf(db, owner, list, query);
  return { ids, pagination: paginationOf({ page, limit }, total) };
}

/**
 * The ids that a sorted query selects as `id`, in order. Transferred as one text: receiving each as a row of its own
 * from SQLite's thread or from PostgreSQL would block the event loop.
 */
export async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  // Both engines aggregate a sorted subquery in its order, and SQLite sorts it only once this way.
  const { rows } = await read(
    db,
    sql<{ ids: string | null }>`select string_agg(id, ',') as ids
    from (${query}) chosen`,
  );
  return rows[0]?.ids?.split(',') ?? [];
}

/** The ids of all records that match, in the list's order: a snapshot for an export to read in chunks. */
export const matchingIds = (
  db: Db,
  list: ListOf,
  query: Sorting,
  page: RawBuilder<unknown> = sql``,
): Promise<string[]> => idsOf(db, chosenIds(db, list, query, page));
