import { client } from '@quartermaster/contract/api/client';
import { expirationFilters, expirationSorts } from '@quartermaster/contract/expirations/expirations.routes';
import { keepPreviousData } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { type Params, listQuery, readUrl } from '../../records/url.ts';

/** What the address of the list may contain. */
export const expirationList = {
  path: '/expirations',
  filters: expirationFilters,
  sortNames: expirationSorts,
} as const;

export type Filter = keyof typeof expirationFilters;

/** Filters by date, and by having one: each replaces the others. */
export const noDates = {
  within: undefined,
  from: undefined,
  to: undefined,
  state: undefined,
  hasDate: undefined,
};

export const rowsPerPage = 50;

type Query = Record<string, string>;

const without = (query: Query, ...names: string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** The filters of an address, as the server takes them: connections and chosen records are of other lists. */
export const queryOf = (query: Query, search: string): Query => ({
  ...without(query, 'relatedTo', 'ids'),
  ...(search !== '' && { search }),
});

/** The filters without those by day, date and state, for counts of what these leave out. */
export const withoutDays = (query: Query): Query =>
  without(query, 'within', 'from', 'to', 'state', 'hasDate', 'sortBy', 'sortOrder');

export const pageQuery = (query: Query, page: number) => ({
  ...routeQuery(client.expirations.list, { query: { ...query, page, limit: rowsPerPage } }),
  placeholderData: keepPreviousData,
});

export const monthsQuery = (query: Query) => ({
  ...routeQuery(client.expirations.months, { query: withoutDays(query) }),
  placeholderData: keepPreviousData,
});

/** How many there are with these filters. */
export const countQuery = (query: Query) => ({
  ...routeQuery(client.expirations.list, { query: { ...query, limit: 1 } }),
  select: ({ pagination }: { pagination: { total: number } }) => pagination.total,
  placeholderData: keepPreviousData,
});

/** Requests what the page shows at an address. */
export function prefetchExpirations(params: Params): void {
  const url = readUrl(expirationList, params);
  const query = queryOf(listQuery(url, url.sort), url.search.trim());
  void queryClient.prefetchQuery(pageQuery(query, url.page));
  void queryClient.prefetchQuery(monthsQuery(query));
}
