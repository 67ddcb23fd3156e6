import type { ExpirationSort } from '@quartermaster/contract/expirations/expirations.routes';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../access/owner.ts';
import { read } from '../db/raw-sql.ts';
import type { Db } from '../db/schema.ts';
import { cached } from '../records/list/cache.ts';
import { allOf } from '../records/table/conditions.ts';
import type { ExpirationRequest } from './asked.ts';
import type { Branch } from './store.ts';

export interface Order {
  sortBy: ExpirationSort;
  sortOrder: 'asc' | 'desc';
}

/** The dates soonest first, what was created last first, names in their order. */
export const orderOf = ({
  sortBy = 'date',
  sortOrder,
}: {
  sortBy?: ExpirationSort | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}): Order => ({ sortBy, sortOrder: sortOrder ?? (sortBy === 'createdAt' ? 'desc' : 'asc') });

const separator = '\n';

interface Page {
  skipped: number;
  limit: number;
}

/** The rows of each branch, as far as a page could reach into them. */
const rowsIn = (branches: readonly Branch[], { sortBy, sortOrder }: Order, page: Page | null) => {
  const direction = sql.raw(sortOrder);
  const parts = branches.map(({ from, conditions, entry, id, sorted, isMixed, isOneKind, comparable }) => {
    const own = sorted[sortBy];
    const undatedLast = isMixed && sortBy === 'date' ? sql`(${own} is null),` : sql``;
    const byKey = isOneKind && sortBy === 'what' ? sql`` : sql`${undatedLast} ${own} ${direction},`;
    const first = page
      ? sql`order by ${byKey} ${id} ${direction} limit ${sql.lit(page.skipped + page.limit)}`
      : sql``;
    const key: RawBuilder<unknown> = sql.ref('part.key');
    return sql`select part.entry, ${sortBy === 'date' ? comparable(key) : key} as key, part.id from (
      select ${entry} as entry, ${own} as key, ${id} as id from ${from}
      where ${allOf(conditions)} ${first}) part`;
  });
  return sql.join(parts, sql` union all `);
};

/** A page of rows in order, as one text, since rows of their own would block the event loop. */
const chosenFrom = (rows: RawBuilder<unknown>, { sortOrder }: Order, page: Page | null) => {
  const direction = sql.raw(sortOrder);
  return sql`select string_agg(entry, ${sql.lit(separator)}) as entries from (
    select entry from ${rows} together order by (key is null), key ${direction}, id ${direction}
    ${page ? sql`limit ${sql.lit(page.limit)} offset ${sql.lit(page.skipped)}` : sql``}) chosen`;
};

interface Chosen {
  entries: string | null;
}

const entriesIn = (chosen: Chosen | undefined): string[] => chosen?.entries?.split(separator) ?? [];

/**
 * The entries of the rows that all branches have together, in order. Each branch is read in the order of its index, as
 * far as the page could reach into it.
 */
export async function entriesOf(
  db: Db,
  branches: readonly Branch[],
  order: Order,
  page: Page | null,
): Promise<string[]> {
  if (branches.length === 0) return [];
  const { rows } = await read(
    db,
    sql<Chosen>`${chosenFrom(sql`(${rowsIn(branches, order, page)})`, order, page)}`,
  );
  return entriesIn(rows[0]);
}

/**
 * The same of a search, and how many there are: it has to find every row anyway. Without the step PostgreSQL would read
 * in the order of an index, and expect to stop soon.
 */
export async function foundEntries(
  db: Db,
  branches: readonly Branch[],
  order: Order,
  page: Page,
): Promise<{ entries: string[]; total: number }> {
  if (branches.length === 0) return { entries: [], total: 0 };
  const { rows } = await read(
    db,
    sql<Chosen & { total: number }>`with found as materialized (${rowsIn(branches, order, null)})
    select entries, (select count(*) from found) as total from (${chosenFrom(sql.table('found'), order, page)}) page`,
  );
  return { entries: entriesIn(rows[0]), total: rows[0]?.total ?? 0 };
}

/** What a cached answer is known by; it names the day, so that it ends with it. */
export const questionOf = (what: string, { kinds, states, ...rest }: ExpirationRequest): string =>
  JSON.stringify([what, [...kinds], [...states], rest]);

/**
 * An answer computed from these branches, anew after each write. Never cached if it tells of passwords: a job may write
 * about a change of theirs later, and no stamp tells of that.
 */
export const cachedOf = <T>(
  db: Db,
  owner: Owner,
  branches: readonly Branch[],
  question: string,
  compute: () => Promise<T>,
): Promise<T> =>
  branches.some(({ table }) => table === 'secret_changes') ? compute() : cached(db, owner, question, compute);

/** How many rows there are. */
export const countOf = (
  db: Db,
  owner: Owner,
  branches: readonly Branch[],
  asked: ExpirationRequest,
): Promise<number> => {
  if (branches.length === 0) return Promise.resolve(0);
  return cachedOf(db, owner, branches, questionOf('expirations', asked), async () => {
    const counts = branches.map(
      ({ from, conditions }) => sql`select count(*) as count from ${from} where ${allOf(conditions)}`,
    );
    const { rows } = await read(
      db,
      sql<{ count: number }>`select cast(sum(count) as bigint) as count
      from (${sql.join(counts, sql` union all `)}) counts`,
    );
    return rows[0]?.count ?? 0;
  });
};
