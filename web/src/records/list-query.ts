import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { resourceKey } from '../api/queries.ts';
import type { Page } from './cache.ts';
import type { Identified, Resource } from './resource.ts';

export type Query = Record<string, string>;

/** Every cached list of a kind of record has this at the head of its key. */
export const listKey = ({ path }: Pick<Resource, 'path'>) => [...resourceKey(path), 'list'] as const;

const rowsAtOnce = 500;
export const rowsPerPage = 20;
/** The order of a list in pages, unless another is chosen. */
export const changedLast = { sortBy: 'updatedAt', sortOrder: 'desc' };

export async function fetchPage<T extends Identified>(
  resource: Resource<T>,
  query: Query,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<Page<T>> {
  const data = await call(resource.list, { query: { ...query, page, limit }, signal });
  // The contract's `crud` gives every list these two keys, which its general type can't tell.
  const { pagination, [resource.listKey]: rows } = data as Record<string, unknown> & { pagination: Page<T> };
  return { rows: rows as T[], page, totalPages: pagination.totalPages, total: pagination.total };
}

/** A list that loads on as one scrolls. */
export const scrolledList = <T extends Identified>(resource: Resource<T>, query: Query) =>
  infiniteQueryOptions({
    queryKey: [...listKey(resource), 'scrolled', query],
    queryFn: ({ pageParam, signal }) => fetchPage(resource, query, pageParam, rowsAtOnce, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** One page of a list with Previous and Next. */
export const pagedList = <T extends Identified>(resource: Resource<T>, query: Query, page: number) =>
  queryOptions({
    queryKey: [...listKey(resource), 'paged', query, page],
    queryFn: ({ signal }) => fetchPage(resource, { ...changedLast, ...query }, page, rowsPerPage, signal),
    placeholderData: keepPreviousData,
  });

export async function fetchRecord<T extends Identified>(
  resource: Resource<T>,
  id: string,
  signal: AbortSignal,
): Promise<T> {
  const data = await call(resource.get, { params: { id }, signal });
  return (data as Record<string, T>)[resource.itemKey] as T;
}
