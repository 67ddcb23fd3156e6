import { limits } from '@quartermaster/contract/rules/limits';
import type { Pagination } from '@quartermaster/contract/lib/crud';
import { type Expression, type SqlBool, sql } from 'kysely';
import { type Condition, isOneOf } from './conditions.ts';
import { engineOf } from './engine-of.ts';
import { type Owner, type Value, visibleOwners } from './owner.ts';
import { remembered } from './remembered.ts';
import type { Db, OwnedTableName, Schema } from './schema.ts';
import { type Matching, isAmong, matchingOf } from './search.ts';

/** What every list's query may hold; an area adds its filters. */
export interface ListQuery {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  tags?: string | undefined;
  relatedTo?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Begins behind this place instead of at a page. */
  after?: Place | undefined;
}

/** Where a page ends: the last row's value in the column that the list is sorted by, and its id. */
export interface Place {
  value: Value;
  id: string;
}

/** Columns that are never empty: their indexes are in the list's order as they are. */
const filled =
  /[.](createdAt|updatedAt|domain|status|nameKey|emailKey|providerKey|name|port|type|username|isActive)$/;
const isFilled = (column: string, table: OwnedTableName) =>
  column.startsWith(`${table}.`) && filled.test(column);

/** Newest first, then by id, unless the query names a column; empty values stand last either way. */
function orderOf(column: string, table: OwnedTableName, { sortOrder }: ListQuery) {
  const direction = sql.raw(sortOrder === 'asc' ? 'asc' : 'desc');
  const [by, id] = [sql.ref(column), sql.ref(`${table}.id`)];
  const filledFirst = isFilled(column, table) ? sql`` : sql`(${by} is null), `;
  return sql`${filledFirst}${by} ${direction}, ${id}`;
}

/** The rows behind a place in that order. */
function behind(
  column: string,
  table: OwnedTableName,
  { sortOrder }: ListQuery,
  { value, id }: Place,
): Condition {
  const by = sql.ref(column);
  const later = sql<SqlBool>`${sql.ref(`${table}.id`)} > ${id}`;
  if (value === null) return sql`(${by} is null and ${later})`;
  const beyond = sql.raw(sortOrder === 'asc' ? '>' : '<');
  const further = sql<SqlBool>`(${by} ${beyond} ${value} or (${by} = ${value} and ${later}))`;
  // The first half says where an index begins to be read.
  return isFilled(column, table)
    ? sql`(${by} ${beyond}= ${value} and ${further})`
    : sql`(${by} is null or ${further})`;
}

/** A query builder, whatever it joins. */
interface Select<R> {
  where(condition: Condition): Select<R>;
  orderBy(order: Expression<unknown>): Select<R>;
  limit(count: number): Select<R>;
  offset(count: number): Select<R>;
  execute(): Promise<R[]>;
}

export interface ListPage<R> {
  rows: R[];
  pagination: Pagination;
  /** Where the next one begins; null after the last. Absent where pages have to be counted off. */
  end?: Place | null;
}

interface ListOf<R> {
  table: OwnedTableName;
  /** The table's rows with what a record shows of others. */
  select: Select<R>;
  conditions: readonly Condition[];
  /** Where a name to sort by is not the table's own column of that name. */
  sortColumns?: Record<string, string>;
  /** Whether a condition depends on the time. */
  byClock?: boolean;
}

const allOf = (conditions: readonly Condition[]) => sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;

/** How many rows match: counted once for each state of the owner's records. */
async function countOf<R>(
  db: Db,
  owner: Owner,
  { table, conditions, byClock }: ListOf<R>,
  matching: Matching,
) {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${matching.source}
      where ${allOf(matching.conditions)}`.execute(db);
    return rows[0]?.count ?? 0;
  };
  if (byClock) return count();
  const { sql: text, parameters } = allOf(conditions).compile(db);
  return remembered(db, owner, JSON.stringify([table, text, parameters]), count);
}

/** Rows of these ids, in their order. */
async function rowsOf<R extends { id: string }>(
  db: Db,
  owner: Owner,
  { table, select }: ListOf<R>,
  ids: readonly string[],
) {
  if (ids.length === 0) return [];
  const own = isOneOf(`${table}.ownerId`, visibleOwners(table, owner));
  const rows = await select
    .where(own)
    .where(isAmong(engineOf<Schema>(db), table, ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One page of a list and how many rows match in all. Without a limit: all of them, up to a bound. */
export async function listPage<R extends { id: string }>(
  db: Db,
  owner: Owner,
  list: ListOf<R>,
  query: ListQuery,
): Promise<ListPage<R>> {
  const { table, select, conditions, sortColumns = {} } = list;
  const page = query.page ?? 1;
  const limit = query.limit ?? limits.listRows;
  const column = sortColumns[query.sortBy ?? ''] ?? `${table}.${query.sortBy ?? 'createdAt'}`;
  const order = orderOf(column, table, query);
  const offset = query.after ? 0 : (page - 1) * limit;
  const matching = await matchingOf(db, table, conditions);
  const where = [...matching.conditions, ...(query.after ? [behind(column, table, query, query.after)] : [])];
  // The ids come from an index in the list's order; what the rows point to is looked up for those of the page.
  const byOwnColumn = async () => {
    const { rows: places } = await sql<Place>`select ${sql.ref(`${table}.id`)}, ${sql.ref(column)} as value
      from ${matching.source} where ${allOf(where)}
      order by ${order} limit ${limit} offset ${offset}`.execute(db);
    const ids = places.map(({ id }) => id);
    return { rows: await rowsOf(db, owner, list, ids), end: (ids.length === limit && places.at(-1)) || null };
  };
  const byJoinedColumn = async () => {
    const wanted = select
      .where(allOf([...where, ...(matching.among ? [matching.among] : [])]))
      .orderBy(order);
    return { rows: await wanted.limit(limit).offset(offset).execute() };
  };
  const [found, total] = await Promise.all([
    column.startsWith(`${table}.`) ? byOwnColumn() : byJoinedColumn(),
    countOf(db, owner, list, matching),
  ]);
  return { ...found, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}
