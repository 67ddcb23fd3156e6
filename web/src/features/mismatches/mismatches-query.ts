import { client } from '@quartermaster/contract/api/client';
import { mismatchFilters } from '@quartermaster/contract/mismatches/mismatches.routes';
import { keepPreviousData } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';

/** What the address of the list may contain. */
export const mismatchList = {
  path: '/mismatches',
  filters: mismatchFilters,
  sortNames: [] as string[],
} as const;

const rowsPerPage = 50;

type Query = Record<string, string>;

/** The filters of an address, as the server takes them. */
export function queryOf(query: Query, search: string): Query {
  const taken = ['tags', 'tagsAny', ...Object.keys(mismatchFilters)];
  const own = Object.entries(query).filter(([name]) => taken.includes(name));
  return { ...Object.fromEntries(own), ...(search !== '' && { search }) };
}

export const pageQuery = (query: Query, page: number) => ({
  ...routeQuery(client.mismatches.list, { query: { ...query, page, limit: rowsPerPage } }),
  placeholderData: keepPreviousData,
});

/** How many there are with these filters. */
export const countQuery = (query: Query) => ({
  ...routeQuery(client.mismatches.list, { query: { ...query, limit: 1 } }),
  select: ({ pagination }: { pagination: { total: number } }) => pagination.total,
  placeholderData: keepPreviousData,
});
