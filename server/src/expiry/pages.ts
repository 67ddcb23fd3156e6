import type {
  Amounts,
  Expiration,
  ExpirationMonth,
} from '@quartermaster/contract/expirations/expirations.schema';
import type { ExpirationSort } from '@quartermaster/contract/expirations/expirations.routes';
import type { Pagination } from '@quartermaster/contract/api/query';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import { setImmediate } from 'node:timers/promises';
import type { Owner } from '../access/owner.ts';
import type { Db } from '../db/schema.ts';
import { inChunks } from '../lib/paced.ts';
import { paginationOf } from '../lib/pagination.ts';
import type { Tables } from '../records/list/record-table.ts';
import { withAlerts } from './alert-ids.ts';
import { withAccounts } from './renewal-accounts.ts';
import { type ExpirationFilters, askedOf } from './asked.ts';
import { recordFiltersOf, selectsAll } from './dates/selected-records.ts';
import { cachedOf, countOf, entriesOf, foundEntries, orderOf, questionOf } from './lists.ts';
import { expirationsBy } from './reading.ts';
import { countMonths, currencyOf, inMonths, sumOf } from './stats.ts';
import { type Shape, shownBranches } from './shown-branches.ts';
import { type Branch, type Source, dateBranches, passwordBranches } from './store.ts';

export interface ExpirationQuery extends ExpirationFilters {
  page?: number | undefined;
  limit?: number | undefined;
  sortBy?: ExpirationSort | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}

/** Whether the filters, or the scope, depend on more of the records than their ids. */
const selectsRecords = (owner: Owner, query: ExpirationQuery): boolean =>
  !selectsAll(owner, recordFiltersOf(query));

/** A page is found sooner by walking through the dates, unless the filters find less first. */
function shapeOf({ sortBy }: { sortBy: ExpirationSort }, owner: Owner, query: ExpirationQuery): Shape {
  const isJoined = selectsRecords(owner, query) || sortBy === 'name' || sortBy === 'createdAt';
  return { isSplit: sortBy === 'date' && !isJoined && query.recordId === undefined, isJoined };
}

/** What the filters select. */
export const branchesOf = (source: Source, shape: Shape): Branch[] => [
  ...shownBranches(source, shape),
  ...dateBranches(source),
  ...(source.asked.kinds.has('password') ? passwordBranches(source) : []),
];

/** A page of what expires. */
export async function listExpirations(
  db: Db,
  owner: Owner,
  tables: Tables,
  query: ExpirationQuery,
): Promise<{ expirations: Expiration[]; pagination: Pagination }> {
  const { page = 1, limit = limits.pageRows } = query;
  const asked = await askedOf(db, owner, query, Date.now());
  const source = { db, owner, tables, asked };
  const order = orderOf(query);
  const skipped = (page - 1) * limit;
  const branches = branchesOf(source, shapeOf(order, owner, query));
  const walked = async () => {
    const entries = await entriesOf(db, branches, order, { skipped, limit });
    const isLast = entries.length < limit && (entries.length > 0 || page === 1);
    if (isLast) return { entries, total: skipped + entries.length };
    const counted = { isSplit: false, isJoined: selectsRecords(owner, query) };
    return { entries, total: await countOf(db, owner, branchesOf(source, counted), asked) };
  };
  const { entries, total } =
    query.search === undefined ? await walked() : await foundEntries(db, branches, order, { skipped, limit });
  return {
    expirations: await withAccounts(
      db,
      owner,
      await withAlerts(db, owner, await expirationsBy(db, owner, asked, entries)),
    ),
    pagination: paginationOf({ page, limit }, total),
  };
}

const rowsAtOnce = 200;

async function* rowsOf(db: Db, owner: Owner, asked: Parameters<typeof expirationsBy>[2], entries: string[]) {
  for await (const some of inChunks(entries, rowsAtOnce)) {
    yield await expirationsBy(db, owner, asked, some);
    await setImmediate(); // Let other requests run.
  }
}

/** All that the filters select, in chunks: how many there are, and their rows. */
export async function allExpirations(
  db: Db,
  owner: Owner,
  tables: Tables,
  query: ExpirationQuery,
): Promise<{ count: number; rows: AsyncGenerator<Expiration[]> }> {
  const asked = await askedOf(db, owner, query, Date.now());
  const { page, limit } = query;
  const pageOf = limit === undefined ? null : { skipped: ((page ?? 1) - 1) * limit, limit };
  const order = orderOf(query);
  const shape = { ...shapeOf(order, owner, query), isSplit: false };
  const branches = branchesOf({ db, owner, tables, asked }, shape);
  const entries = await entriesOf(db, branches, order, pageOf);
  return { count: entries.length, rows: rowsOf(db, owner, asked, entries) };
}

export async function expirationMonths(
  db: Db,
  owner: Owner,
  tables: Tables,
  filters: ExpirationFilters,
): Promise<ExpirationMonth[]> {
  const currency = await currencyOf(db, owner.id);
  const asked = { ...inMonths(await askedOf(db, owner, filters, Date.now())), currency };
  const age = (asked.passwordDays ?? 0) * dayMs;
  const branches = branchesOf({ db, owner, tables, asked }, { isSplit: true, isJoined: true });
  const question = questionOf('expiration months', asked);
  return cachedOf(db, owner, branches, question, () =>
    countMonths(db, branches, asked, ({ table }) => (table === 'secret_changes' ? age : 0)),
  );
}

/** The sum of the prices of all that the filters select. */
export async function expirationSum(
  db: Db,
  owner: Owner,
  tables: Tables,
  filters: ExpirationFilters,
): Promise<Amounts> {
  const asked = await askedOf(db, owner, filters, Date.now());
  const currency = await currencyOf(db, owner.id);
  const branches = branchesOf({ db, owner, tables, asked }, { isSplit: false, isJoined: true });
  const question = `${questionOf('expiration sum', asked)} ${currency}`;
  return cachedOf(db, owner, branches, question, () => sumOf(db, branches, currency));
}
