import type { Pagination } from '@quartermaster/contract/api/query';
import type { AliasedExpression, CompiledQuery, Expression } from 'kysely';
import type { Condition } from './conditions.ts';
import type { ListTable, Place, Rest, SortColumn, Sorting } from './list-order.ts';

/** What every list's query may hold; an area adds its filters. */
export interface ListQuery extends Sorting {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  tags?: string | undefined;
  relatedTo?: string | undefined;
  /** Begins behind this instead of at a page. */
  after?: Place | Rest | undefined;
  /** All of it is asked for, piece by piece: then the next begins where this one ends, whatever the order. */
  isWhole?: boolean | undefined;
}

/** A query builder, whatever it joins. */
export interface Select {
  select(column: AliasedExpression<unknown, string>): Select;
  where(condition: Condition): Select;
  orderBy(order: Expression<unknown>): Select;
  limit(count: Expression<number>): Select;
  offset(count: Expression<number>): Select;
  compile(): CompiledQuery;
}

/** With what stood in the database of the owner's writes when the row was read. */
export type Stamped<R> = R & { stamp: string | null };

export interface Clock {
  now: number;
  /** The conditions without the time. */
  asked: string;
  /** Until when the same rows match, if nothing is written. */
  holdsUntil: () => Promise<number>;
}

export interface ListOf<R> extends ListTable {
  /** The table's rows with what a record shows of others; always the same. */
  select: () => { execute(): Promise<R[]> };
  conditions: readonly Condition[];
  /** Where a name to sort by is not the table's own column of that name. */
  sortColumns?: Record<string, SortColumn>;
  /** Whether `select` reads the table alone. */
  isBare?: boolean;
  /** Where a condition depends on the time. */
  clock?: Clock;
}

export interface ListPage<R> {
  rows: R[];
  pagination: Pagination;
  /** Where the next one begins; null after the last. Absent where pages have to be counted off. */
  end?: Place | Rest | null;
  /** What stood in the database of the owner's writes when the rows were read. */
  stamp: string | null;
}
