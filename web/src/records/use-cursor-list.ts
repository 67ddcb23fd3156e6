import type { Route } from '@quartermaster/contract/api/route';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { queryKey } from '../api/queries.ts';
import { type Args, type Output, request } from '../api/request.ts';

const pollMs = 2000;

interface Options<P> {
  /** The list has filters: while they change, what was listed stays. */
  isFiltered?: boolean;
  /** Something on the page is still being done: the list is loaded again until it is not. */
  isRunning?: (page: P) => boolean;
}

/** A list that ends with `next`, the cursor of its next page. `input` has a query, to which the cursor is added. */
export function useCursorList<C extends Route, T>(
  route: C,
  input: { params?: unknown; query: object },
  itemsOf: (page: Output<C>) => readonly T[],
  { isFiltered = false, isRunning = () => false }: Options<Output<C>> = {},
) {
  const list = useInfiniteQuery({
    queryKey: [...queryKey(route, ...([input] as unknown as Args<C>)), 'cursor'],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...input.query, ...(pageParam !== null && { cursor: pageParam }) };
      return request(route, ...([{ ...input, query, signal }] as unknown as Args<C>));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { next: string | null }).next,
    ...(isFiltered && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => (state.data?.pages.some(isRunning) ? pollMs : false),
  });
  return {
    pages: list.data?.pages,
    items: list.data?.pages.flatMap(itemsOf),
    error: list.error,
    isPending: list.isPending,
    /** What is listed matched the filters before. */
    isOutdated: list.isPlaceholderData,
    more: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isFetchingMore: list.isFetchingNextPage,
    retry: () => void list.refetch(),
  };
}
