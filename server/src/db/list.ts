import { limits } from '@quartermaster/contract/lib/fields';
import type { Pagination } from '@quartermaster/contract/lib/crud';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Owner } from './owner.ts';
import type { Db, OwnedTableName } from './schema.ts';

/** What every list's query may hold; an area adds its filters. */
export interface ListQuery {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  tags?: string | undefined;
  relatedTo?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

export type Condition = Expression<SqlBool>;

/** A column of the list's own table or of one that it joins, e.g. `servers.name`. */
const ref = (column: string) => sql.ref(column);

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Whether a text column, in lower case already, holds the words anywhere. */
export const holds = (column: string, words: string): Condition =>
  sql<SqlBool>`${ref(column)} like ${`%${escaped(words.toLowerCase())}%`} escape '\\'`;

export const equals = (column: string, value: string | number): Condition =>
  sql<SqlBool>`${ref(column)} = ${value}`;

/** The word of a query as the flag in the column. */
export const flagIs = (column: string, word: 'true' | 'false'): Condition =>
  equals(column, word === 'true' ? 1 : 0);

export const isOneOf = (column: string, values: readonly string[]): Condition =>
  sql<SqlBool>`${ref(column)} in (${sql.join(values)})`;

export const anyOf = (...conditions: Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** Whether a reference points to a row that meets the conditions; the owner's must be among them. */
export const pointsTo = (column: string, table: OwnedTableName, ...conditions: Condition[]): Condition =>
  sql<SqlBool>`${ref(column)} in (select ${ref(`${table}.id`)} from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)})`;

/** Every element must match: `type:value` that tag, a bare word its type or its value. */
export function hasTags(owner: Owner, table: OwnedTableName, tags: string): Condition[] {
  const elements = tags.split(',').map((element) => element.trim());
  return elements
    .filter((element) => element !== '')
    .map((element) => {
      const colon = element.indexOf(':');
      const matches =
        colon < 0
          ? sql<SqlBool>`(t."type" = ${element} or t."value" = ${element})`
          : sql<SqlBool>`(t."type" = ${element.slice(0, colon).trim()} and t."value" = ${element.slice(colon + 1).trim()})`;
      return sql<SqlBool>`exists (select 1 from record_tags t where t."ownerId" = ${owner.id}
      and t."tableName" = ${table} and t."recordId" = ${ref(`${table}.id`)} and ${matches})`;
    });
}

/** Newest first, then by id, unless the query names a column; empty values stand last either way. */
export function orderOf(table: OwnedTableName, query: ListQuery, columns: Record<string, string>) {
  const direction = sql.raw(query.sortOrder === 'asc' ? 'asc' : 'desc');
  const column = ref(columns[query.sortBy ?? ''] ?? `${table}.${query.sortBy ?? 'createdAt'}`);
  const id = ref(`${table}.id`);
  if (query.sortBy === undefined || query.sortBy === 'createdAt') return sql`${column} ${direction}, ${id}`;
  return sql`(${column} is null), ${column} ${direction}, ${id}`;
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
}

/** One page of `select` and how many rows match in all. Without a limit: all of them, up to a bound. */
export async function listPage<R>(
  db: Db,
  table: OwnedTableName,
  select: Select<R>,
  conditions: readonly Condition[],
  query: ListQuery,
  sortColumns: Record<string, string>,
): Promise<ListPage<R>> {
  const page = query.page ?? 1;
  const limit = query.limit ?? limits.listRows;
  const where =
    conditions.length > 0 ? sql<SqlBool>`${sql.join([...conditions], sql` and `)}` : sql<SqlBool>`1 = 1`;
  const counting = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${where}`;
  const [found, counted] = await Promise.all([
    select
      .where(where)
      .orderBy(orderOf(table, query, sortColumns))
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    counting.execute(db),
  ]);
  const total = counted.rows[0]?.count ?? 0;
  return { rows: found, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
}
