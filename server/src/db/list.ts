import { limits } from '@quartermaster/contract/rules/limits';
import type { Pagination } from '@quartermaster/contract/lib/crud';
import {
  type AliasedExpression,
  type CompiledQuery,
  type Expression,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type Condition, isOneOf } from './conditions.ts';
import { engineOf } from './engine-of.ts';
import { type Owner, type Value, visibleOwners } from './owner.ts';
import { remembered, rememberedUntil, stampOf, stampParameters } from './remembered.ts';
import { type ListTable, type Place, type Sorting, behind, directionOf, orderOf } from './list-order.ts';
import type { Db, Schema } from './schema.ts';
import { type Matching, matchingOf } from './search.ts';
import { rowsOfShape } from './shapes.ts';

/** What every list's query may hold; an area adds its filters. */
export interface ListQuery extends Sorting {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  tags?: string | undefined;
  relatedTo?: string | undefined;
  /** Begins behind this place instead of at a page. */
  after?: Place | undefined;
}

/** A query builder, whatever it joins. */
interface Select {
  select(column: AliasedExpression<unknown, string>): Select;
  where(condition: Condition): Select;
  orderBy(order: Expression<unknown>): Select;
  limit(count: Expression<number>): Select;
  offset(count: Expression<number>): Select;
  compile(): CompiledQuery;
}

/** With what stood in the database of the owner's writes when the row was read. */
export type Stamped<R> = R & { stamp: string | null };

export interface ListPage<R> {
  rows: R[];
  pagination: Pagination;
  /** Where the next one begins; null after the last. Absent where pages have to be counted off. */
  end?: Place | null;
  /** What stood in the database of the owner's writes when the rows were read. */
  stamp: string | null;
}

interface Clock {
  now: number;
  /** The conditions without the time. */
  asked: string;
  /** Until when the same rows match, if nothing is written. */
  holdsUntil: () => Promise<number>;
}

interface ListOf<R> extends ListTable {
  /** The table's rows with what a record shows of others; always the same. */
  select: () => { execute(): Promise<R[]> };
  conditions: readonly Condition[];
  /** Where a name to sort by is not the table's own column of that name. */
  sortColumns?: Record<string, string>;
  /** Whether `select` reads the table alone. */
  isBare?: boolean;
  /** Where a condition depends on the time. */
  clock?: Clock;
}

const allOf = (conditions: readonly Condition[]) => sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;

/** How many rows match: counted once for each state of the owner's records. `asked` is what the conditions say. */
async function countOf<R>(
  db: Db,
  owner: Owner,
  { table, clock }: ListOf<R>,
  matching: Matching,
  asked: CompiledQuery,
  stamp: string | null,
) {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${matching.source}
      where ${allOf(matching.conditions)}`.execute(db);
    return rows[0]?.count ?? 0;
  };
  if (clock) {
    const timed = async () => ({ value: await count(), until: await clock.holdsUntil() });
    return rememberedUntil(db, owner, JSON.stringify([table, clock.asked]), clock.now, timed, stamp);
  }
  return remembered(db, owner, JSON.stringify([table, asked.sql, asked.parameters]), count, stamp);
}

/**
 * The rows behind a place where no way leads there and back: range after range, each straight from its index. One
 * statement for all of them, as below, finds each row twice.
 */
async function inTurn<R>(
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
          .orderBy(sql`${sql.ref(column)} ${directionOf(query)}, ${sql.ref(`${list.table}.id`)}`)
          .limit(sql`${wanted}`)
          .compile(),
    );
    rows.push(...found);
  }
  return rows;
}

/** One page of a list and how many rows match in all. Without a limit: all of them, up to a bound. */
export async function listPage<R extends { id: string }>(
  db: Db,
  owner: Owner,
  list: ListOf<R>,
  query: ListQuery,
): Promise<ListPage<Stamped<R>>> {
  const { table, sortColumns = {} } = list;
  const { page = 1, limit = limits.listRows, after } = query;
  const column = sortColumns[query.sortBy ?? ''] ?? `${table}.${query.sortBy ?? 'createdAt'}`;
  const [, ownColumn] = column.startsWith(`${table}.`) ? column.split('.') : [];
  const offset = after ? 0 : (page - 1) * limit;
  const matching = await matchingOf(db, table, list.conditions);
  const where = allOf(matching.conditions);
  const ranges = after ? behind(column, list, query, after) : [];
  const owners = visibleOwners(table, owner);

  const isPostgres = engineOf<Schema>(db) === 'postgres';
  // What is joined is looked up for the rows of the page alone: not for those before it, nor, where PostgreSQL knows
  // little of the rows yet, for all. The rows before it are not read whole either.
  const isNamed =
    matching.isNarrowed ||
    (ownColumn !== undefined && (offset > 0 || (!list.isBare && (isPostgres || ranges.length > 0))));
  const statement = () => {
    const order = orderOf(column, list, query);
    const cut = sql`order by ${order} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
    const cutOff = (rows: Select) => rows.orderBy(order).limit(sql.lit(limit)).offset(sql.lit(offset));
    const columns = list.select() as unknown as Select;
    // Said as one value, PostgreSQL would read all of the owner's servers for every domain of the page.
    const own = isPostgres
      ? sql<SqlBool>`${sql.ref(`${table}.ownerId`)} = any(array[${sql.join(owners)}])`
      : isOneOf(`${table}.ownerId`, owners);
    const select = columns.select(stampOf(db, owner).as('stamp')).where(own);
    if (!isNamed) return cutOff(select.where(where));
    const id = sql.ref(`${table}.id`);
    const ids = sql`select ${id} from ${matching.source} where ${where}`;
    // An array is read first whatever PostgreSQL expects of the rows.
    const amongst = (found: RawBuilder<unknown>) =>
      isPostgres ? sql<SqlBool>`${id} = any(array(${found}))` : sql<SqlBool>`${id} in (${found})`;
    if (!ownColumn) return cutOff(select.where(amongst(ids)));
    const sorted = orderOf(column, list, query, isPostgres ? sql`` : sql`+`);
    if (ranges.length === 0) return select.where(amongst(sql`${ids} ${cut}`)).orderBy(sorted);
    const parts = ranges.map(
      (range) => sql`select * from (select ${id} as id, ${sql.ref(column)} as place
        from ${matching.source} where ${where} and ${range} ${cut}) part`,
    );
    const found = sql`select id from (${sql.join(parts, sql` union all `)}) parts
      order by (place is null), place ${directionOf(query)}, id limit ${sql.lit(limit)}`;
    return select.where(amongst(found)).orderBy(sorted);
  };
  const asked = allOf(list.conditions).compile(db);
  const readAtOnce = () => {
    const [from, wanted] = matching.isNarrowed
      ? [matching.source.compile(db), where.compile(db)]
      : [{ sql: '', parameters: [] }, asked];
    const stretches = ranges.map((range) => allOf([range]).compile(db));
    const each = [...from.parameters, ...wanted.parameters];
    const shape = [table, list.isBare, column, list.filled, query.sortOrder, limit, offset, isNamed];
    return rowsOfShape<Stamped<R>>(
      db,
      JSON.stringify([...shape, from.sql, wanted.sql, ...stretches.map((stretch) => stretch.sql)]),
      [
        ...stampParameters(owner),
        ...owners,
        ...(after ? stretches.flatMap(({ parameters }) => [...each, ...parameters]) : each),
      ],
      () => statement().compile(),
    );
  };
  const isInTurn = ranges.length > 0 && (list.isBare || !isPostgres) && !matching.isNarrowed;
  const rows = isInTurn
    ? await inTurn(db, owner, list, query, column, { ranges, limit })
    : await readAtOnce();
  const stamp = rows[0]?.stamp ?? null;
  const total = await countOf(db, owner, list, matching, asked, stamp);
  return {
    rows,
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
    stamp,
    ...(ownColumn && { end: rows.length === limit ? placeOf(rows.at(-1), ownColumn) : null }),
  };
}

function placeOf(row: { id: string } | undefined, column: string): Place | null {
  return row ? { id: row.id, value: (row as unknown as Record<string, Value>)[column] ?? null } : null;
}
