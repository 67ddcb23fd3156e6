import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Page } from '../records/cache.ts';
import { changedLast, pagedList, rowsPerPage, scrolledList } from '../records/list-query.ts';
import type { Identified, Entity } from '../records/entity.ts';
import { type SearchedTexts, matching } from './facets/search-text.ts';
import type { ListState } from './use-list-state.ts';
import type { List } from './list.ts';
import { useLastPage } from './use-last-page.ts';
import { usePrintAll } from './use-print-all.ts';

type Asking = Pick<ListState, 'query' | 'search' | 'asked'>;

const withSearch = (query: Record<string, string>, search: string) =>
  search === '' ? query : { ...query, search };

const noRows: readonly never[] = [];

/** The latest response: rows stay when the next request fails. */
function useLast<T>(answer: T | undefined): T | undefined {
  const [last, setLast] = useState(answer);
  if (answer !== undefined && answer !== last) setLast(answer);
  return answer ?? last;
}

function useFlat<T>(data: { pages: Page<T>[] } | undefined): readonly T[] {
  return useMemo(() => (data ? data.pages.flatMap(({ rows }) => rows) : noRows), [data]);
}

/**
 * A list that loads more while scrolling. Search filters the loaded rows while typing; unless all are loaded, the
 * server searches too, and its response replaces the filtered rows.
 */
export function useList<T extends Identified>(
  entity: Entity<T>,
  { query, search, asked }: Asking,
  words: (row: T) => SearchedTexts,
): List<T> {
  const all = useInfiniteQuery(scrolledList(entity, query));
  const hasAll = all.data !== undefined && !all.isPlaceholderData && !all.hasNextPage;
  const asksServer = asked !== '' && !hasAll;
  const foundQuery = scrolledList(entity, withSearch(query, asked));
  const found = useInfiniteQuery({ ...foundQuery, enabled: asksServer });

  const typed = useDeferredValue(search.trim());
  const isAnswered = asksServer && typed === asked && found.data !== undefined && !found.isPlaceholderData;
  const allRows = useFlat(useLast(all.data));
  const foundRows = useFlat(found.data);
  const rows = useMemo(
    () => (isAnswered ? foundRows : matching(allRows, typed, words)),
    [isAnswered, foundRows, allRows, typed, words],
  );

  const isWaiting = typed !== '' && !hasAll && !isAnswered && !found.isError;
  const source = isAnswered ? found : all;
  // Do not load more of the old rows while waiting for a response.
  const isPartial = source.hasNextPage && !isWaiting;
  const { fetchNextPage, isFetching, refetch } = source;
  const loadMore = useCallback(() => {
    if (isPartial && !isFetching) void fetchNextPage();
  }, [isPartial, isFetching, fetchNextPage]);
  const failed = found.isError && asksServer ? found : all;
  const isLoading = all.isPending || (isWaiting && rows.length === 0);
  const known = typed !== '' && !isAnswered ? rows.length : source.data?.pages.at(-1)?.total;
  const isComplete = !source.hasNextPage && (hasAll || isAnswered);
  const asking = withSearch(query, search.trim());
  return {
    ...usePrintAll(entity, { rows, start: 0, isComplete }, asking),
    total: isLoading || (!all.data && !isAnswered) ? undefined : known,
    isLoading,
    isFetching: all.isFetching || (asksServer && found.isFetching),
    isSettled: typed === search.trim() && !isLoading && !(isWaiting && rows.length === 0),
    isComplete,
    error: failed.error,
    retry: () => void (failed === all ? refetch() : found.refetch()),
    loadMore,
    query: asking,
  };
}

type PagedAsking = Asking & Pick<ListState, 'page' | 'setPage'>;

export interface PagedList<T> extends List<T> {
  page: number;
  totalPages: number;
}

/** A list in pages of 20. Search filters the current page until the server responds. */
export function usePagedList<T extends Identified>(
  entity: Entity<T>,
  { query, search, asked, page, setPage }: PagedAsking,
  words: (row: T) => SearchedTexts,
): PagedList<T> {
  const answer = useQuery(pagedList(entity, withSearch(query, asked), page));
  const typed = useDeferredValue(search.trim());
  const isAnswered = typed === asked && !answer.isPlaceholderData;
  const loaded = useLast(answer.data)?.rows ?? noRows;
  const rows = useMemo(
    () => (isAnswered ? loaded : matching(loaded, typed, words)),
    [isAnswered, loaded, typed, words],
  );
  const totalPages = answer.data?.totalPages ?? 1;
  useLastPage(page, setPage, answer.isPlaceholderData ? undefined : answer.data?.totalPages);
  const isComplete = totalPages <= 1 && isAnswered;
  const asking = withSearch(query, search.trim());
  const start = (page - 1) * rowsPerPage;
  return {
    ...usePrintAll(entity, { rows, start, isComplete }, { ...changedLast, ...asking }),
    total: answer.data?.total,
    isLoading: answer.isPending || (!isAnswered && rows.length === 0 && answer.isFetching),
    isFetching: answer.isFetching,
    isSettled: typed === search.trim() && (rows.length > 0 || isAnswered || answer.isError),
    isComplete,
    error: answer.error,
    retry: () => void answer.refetch(),
    loadMore: nothing,
    query: asking,
    page: Math.min(page, Math.max(1, totalPages)),
    totalPages,
  };
}

const nothing = () => {};
