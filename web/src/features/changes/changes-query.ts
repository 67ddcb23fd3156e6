import { client } from '@quartermaster/contract/api/client';
import { factChangeFilters } from '@quartermaster/contract/fact-changes/fact-changes.routes';
import { keepPreviousData } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { type Params, listQuery, readUrl } from '../../records/url.ts';

/** What the address of the list may contain. */
export const changeList = {
  path: '/changes',
  filters: factChangeFilters,
  sortNames: [] as string[],
} as const;

export type ChangeFilter = keyof typeof factChangeFilters;

const rowsPerPage = 50;

type Query = Record<string, string>;

/** The filters of an address, as the server takes them. */
export function queryOf(query: Query, search: string): Query {
  const own = Object.entries(query).filter(([name]) => name in factChangeFilters || name.startsWith('tags'));
  return { ...Object.fromEntries(own), ...(search !== '' && { search }) };
}

export const pageQuery = (query: Query, page: number) => ({
  ...routeQuery(client.factChanges.list, { query: { ...query, page, limit: rowsPerPage } }),
  placeholderData: keepPreviousData,
});

/** Requests what the page shows at an address. */
export function prefetchChanges(params: Params): void {
  const url = readUrl(changeList, params);
  void queryClient.prefetchQuery(pageQuery(queryOf(listQuery(url, url.sort), url.search.trim()), url.page));
}
