import { client } from '@quartermaster/contract/api/client';
import type { FilterKinds } from '@quartermaster/contract/api/filters';
import {
  type CostGroup,
  costGroups,
  expirationFilters,
  expirationSorts,
} from '@quartermaster/contract/expirations/expirations.routes';
import { keepPreviousData } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { type Filters, type Params, listQuery, readUrl } from '../../records/url.ts';

/** In the address, but no filters: costs instead of dates, what they are summed by, and for how long. */
export const costsView = {
  view: ['costs'],
  by: costGroups,
  tagType: 'text',
  months: ['24'],
} as const satisfies FilterKinds;

/** What the address of the list may contain. */
export const expirationList = {
  path: '/expirations',
  filters: { ...expirationFilters, ...costsView },
  sortNames: expirationSorts,
} as const;

export type Filter = keyof typeof expirationList.filters;

/** Filters by date, and by having one: each replaces the others. */
export const noDates = {
  within: undefined,
  from: undefined,
  to: undefined,
  state: undefined,
  hasDate: undefined,
};

/** To the other view: costs are of whole months, so that chosen days go. */
export const toCosts = { view: 'costs', from: undefined, to: undefined };
export const toDates = { view: undefined, by: undefined, tagType: undefined, months: undefined };

export const rowsPerPage = 50;

type Query = Record<string, string>;

const without = (query: Query, ...names: string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** The filters of an address, as the server takes them: connections and chosen records are of other lists. */
export const queryOf = (query: Query, search: string): Query => ({
  ...without(query, 'relatedTo', 'ids', ...Object.keys(costsView)),
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

/** What the prices of all that match are together. */
export const sumQuery = (query: Query) => ({
  ...routeQuery(client.expirations.sum, { query: without(query, 'sortBy', 'sortOrder') }),
  placeholderData: keepPreviousData,
});

export interface CostsAsked {
  by: CostGroup;
  /** Undefined unless they are summed by tags. */
  tagType: string | undefined;
  months: number;
}

/** What the view of costs shows at an address: those by client, if nothing else is chosen. */
export const costsAsked = (filters: Filters<Filter>): CostsAsked => {
  const by = (filters.by ?? 'tag') as CostGroup;
  return {
    by,
    tagType: by === 'tag' ? (filters.tagType ?? 'client') : undefined,
    months: Number(filters.months ?? 12),
  };
};

const monthAfter = (month: string, count: number): string => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
};

/** Costs from the first month on, which is this one in the calendar of the workspace. */
export const costsQuery = (query: Query, { by, tagType, months }: CostsAsked, first: string | undefined) => ({
  ...routeQuery(client.expirations.costs, {
    query: {
      ...without(query, 'from', 'to', 'sortBy', 'sortOrder'),
      by,
      ...(tagType !== undefined && { tagType }),
      ...(first !== undefined && { from: first, to: monthAfter(first, months - 1) }),
    },
  }),
  enabled: first !== undefined,
  placeholderData: keepPreviousData,
});

/** The types of tags in use. */
export const tagTypesQuery = {
  ...routeQuery(client.tags.list),
  select: ({ tags }: { tags: readonly { type: string }[] }) =>
    [...new Set(tags.map(({ type }) => type))].toSorted(),
};

/** Requests what the page shows at an address. */
export function prefetchExpirations(params: Params): void {
  const url = readUrl(expirationList, params);
  const query = queryOf(listQuery(url, url.sort), url.search.trim());
  void queryClient.prefetchQuery(pageQuery(query, url.page));
  void queryClient.prefetchQuery(monthsQuery(query));
  void queryClient.prefetchQuery(sumQuery(query));
}
