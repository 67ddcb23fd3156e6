import { limits } from '@quartermaster/contract/rules/limits';
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf } from './conditions.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { ListOf, ListPage, ListQuery, Select, Stamped } from './list-of.ts';
import { type Place, type SortColumn, behind, directionOf, orderOf } from './list-order.ts';
import { byIds, inTurn, isOwned, restOf } from './list-pieces.ts';
import { type Owner, type Value, visibleOwners } from '../owner.ts';
import { remembered, rememberedUntil, stampOf, stampParameters } from './remembered.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { type Matching, matchingOf } from './search.ts';
import { rowsOfShape } from './shapes.ts';

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
  const ownColumn = ownColumnOf(table, column);
  const offset = after ? 0 : (page - 1) * limit;
  const matching = await matchingOf(db, table, list.conditions);
  const where = allOf(matching.conditions);
  const place = after && 'id' in after ? after : undefined;
  const ranges = place && typeof column === 'string' ? behind(column, list, query, place) : [];
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
    const select = columns.select(stampOf(db, owner).as('stamp')).where(isOwned(db, table, owners));
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
      (range) => sql`select * from (select ${id} as id, ${sql.ref(`${table}.${ownColumn}`)} as place
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
    const shape = [table, list.isBare, query.sortBy, list.filled, query.sortOrder, limit, offset, isNamed];
    return rowsOfShape<Stamped<R>>(
      db,
      JSON.stringify([...shape, from.sql, wanted.sql, ...stretches.map((stretch) => stretch.sql)]),
      [
        ...stampParameters(owner),
        ...owners,
        ...(place ? stretches.flatMap(({ parameters }) => [...each, ...parameters]) : each),
      ],
      () => statement().compile(),
    );
  };
  const isInTurn = ranges.length > 0 && (list.isBare || !isPostgres) && !matching.isNarrowed;
  const isByRest = query.isWhole && typeof column !== 'string';
  const rest = isByRest ? await restOf(db, list, query, matching, column) : undefined;
  const read = () =>
    isInTurn && ownColumn ? inTurn(db, owner, list, query, ownColumn, { ranges, limit }) : readAtOnce();
  const rows = rest ? await byIds(db, owner, list, rest.slice(0, limit)) : await read();
  const stamp = rows[0]?.stamp ?? null;
  const total = await countOf(db, owner, list, matching, asked, stamp);
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
  const last = rows.length === limit ? rows.at(-1) : undefined;
  if (rest) return { rows, pagination, stamp, end: rest.length > limit ? { ids: rest.slice(limit) } : null };
  return { rows, pagination, stamp, ...(ownColumn && { end: placeOf(last, ownColumn) }) };
}

const ownColumnOf = (table: string, column: SortColumn): string | undefined =>
  typeof column === 'string' && column.startsWith(`${table}.`) ? column.split('.')[1] : undefined;

function placeOf(row: { id: string } | undefined, column: string): Place | null {
  return row ? { id: row.id, value: (row as unknown as Record<string, Value>)[column] ?? null } : null;
}
