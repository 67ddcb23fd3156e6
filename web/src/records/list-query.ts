import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { entityKey, queryClient } from '../api/queries.ts';
import { orderOf, startFilters } from './entities.ts';
import { type Params, listQuery, readUrl } from './url.ts';
import type { Page } from './cache.ts';
import { type Entity, type Identified, withoutGaps } from './entity.ts';

export type RawListQuery = Record<string, string>;

/** The prefix of the query keys of all lists of an entity. */
export const listKey = ({ path }: Pick<Entity, 'path'>) => [...entityKey(path), 'list'] as const;

const rowsAtOnce = 500;
export const rowsPerPage = 20;
/** The default order of a paged list. */
export const changedLast = { sortBy: 'updatedAt', sortOrder: 'desc' };

export async function fetchPage<T extends Identified>(
  entity: Entity<T>,
  query: RawListQuery,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Page<T>> {
  const data = await request(entity.list, { query: { ...query, page, limit }, ...(signal && { signal }) });
  // Every list answers with these two keys, which the general type can't express.
  const { pagination, [entity.listKey]: rows } = data as Record<string, unknown> & { pagination: Page<T> };
  return {
    rows: (rows as T[]).map(withoutGaps),
    page,
    totalPages: pagination.totalPages,
    total: pagination.total,
  };
}

/** A list that loads more while scrolling. */
export const scrolledList = <T extends Identified>(entity: Entity<T>, query: RawListQuery) =>
  infiniteQueryOptions({
    queryKey: [...listKey(entity), 'scrolled', query],
    queryFn: ({ pageParam, signal }) => fetchPage(entity, query, pageParam, rowsAtOnce, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** One page of a list with Previous and Next. */
export const pagedList = <T extends Identified>(entity: Entity<T>, query: RawListQuery, page: number) =>
  queryOptions({
    queryKey: [...listKey(entity), 'paged', query, page],
    queryFn: ({ signal }) => fetchPage(entity, { ...changedLast, ...query }, page, rowsPerPage, signal),
    placeholderData: keepPreviousData,
  });

export async function fetchRecord<T extends Identified>(
  entity: Entity<T>,
  id: string,
  signal: AbortSignal,
): Promise<T> {
  const data = await request(entity.get, { params: { id }, signal });
  return withoutGaps((data as Record<string, T>)[entity.itemKey] as T);
}

/** One record. */
export const recordQuery = <T extends Identified>(entity: Entity<T>, id: string) =>
  queryOptions({
    queryKey: [...entityKey(entity.path), 'record', id],
    queryFn: ({ signal }) => fetchRecord(entity, id, signal),
  });

/** Requests the rows that a list shows at an address; one page of them if it is `paged`. */
export function prefetchList(entity: Entity, params: Params, paged = false): void {
  const url = readUrl(entity, params, startFilters(entity));
  const asked = listQuery(url, orderOf(entity, url));
  if (!paged) return void queryClient.prefetchInfiniteQuery(scrolledList(entity, asked));
  // A paged list always searches on the server.
  const search = url.search.trim();
  const query = { ...asked, ...(search !== '' && { search }) };
  return void queryClient.prefetchQuery(pagedList(entity, query, url.page));
}
