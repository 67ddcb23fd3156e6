import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition } from './conditions.ts';
import type { Value } from '../owner.ts';
import type { OwnedTableName } from '../../db/schema.ts';

export interface Sorting {
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

/** Where a page ends: the last row's value in the column that the list is sorted by, and its id. */
export interface Place {
  value: Value;
  id: string;
}

/** What comes behind a page where no index is in the list's order. */
export interface Rest {
  ids: readonly string[];
}

export interface ListTable {
  table: OwnedTableName;
  /** Columns in which no row that meets the conditions is empty, beside those in which none ever is. */
  filled?: readonly string[];
}

/** A column of the list's tables, or what is read for each row where no index is in its order. */
export type SortColumn = string | RawBuilder<unknown>;

/** Columns that are never empty: their indexes are in the list's order as they are. */
const filled =
  /[.](createdAt|updatedAt|domain|status|nameKey|emailKey|providerKey|name|port|type|username|isActive)$/;
const isFilled = (column: string, { table, filled: more = [] }: ListTable) =>
  column.startsWith(`${table}.`) && (filled.test(column) || more.includes(column));

export const directionOf = ({ sortOrder }: Sorting) => sql.raw(sortOrder === 'asc' ? 'asc' : 'desc');

/**
 * Newest first, then by id, unless the query names a column; empty values stand last either way. With a sign before
 * them SQLite takes no index for the order, and sorts the few rows that it has.
 */
export function orderOf(column: SortColumn, list: ListTable, query: Sorting, sign = sql``) {
  const id = sql.ref(`${list.table}.id`);
  // Said so, it is read once for each row.
  if (typeof column !== 'string') return sql`${column} ${directionOf(query)} nulls last, ${id}`;
  const by = sql`${sign}${sql.ref(column)}`;
  const filledFirst = isFilled(column, list) ? sql`` : sql`(${by} is null), `;
  return sql`${filledFirst}${by} ${directionOf(query)}, ${id}`;
}

/** The rows behind a place in that order: ranges one after the other, each of them a stretch of an index. */
export function behind(
  column: string,
  list: ListTable,
  { sortOrder }: Sorting,
  { value, id }: Place,
): Condition[] {
  const by = sql.ref(column);
  const later = sql<SqlBool>`${sql.ref(`${list.table}.id`)} > ${id}`;
  if (value === null) return [sql`(${by} is null) = true and ${later}`];
  const beyond = sql.raw(sortOrder === 'asc' ? '>' : '<');
  const ranges = [sql<SqlBool>`${by} = ${value} and ${later}`, sql<SqlBool>`${by} ${beyond} ${value}`];
  if (isFilled(column, list)) return ranges;
  return [
    ...ranges.map((range) => sql<SqlBool>`(${by} is null) = false and ${range}`),
    sql`(${by} is null) = true`,
  ];
}
