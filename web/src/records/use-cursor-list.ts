import type { Route } from '@quartermaster/contract/api/route';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKey } from '../api/queries.ts';
import { type Args, type Output, request } from '../api/request.ts';

/** A list that ends with `next`, the cursor of its next page. `input` has a query, to which the cursor is added. */
export function useCursorList<C extends Route, T>(
  route: C,
  input: { params?: unknown; query: object },
  itemsOf: (page: Output<C>) => readonly T[],
  enabled = true,
) {
  const list = useInfiniteQuery({
    queryKey: [...queryKey(route, ...([input] as unknown as Args<C>)), 'cursor'],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...input.query, ...(pageParam !== null && { cursor: pageParam }) };
      return request(route, ...([{ ...input, query, signal }] as unknown as Args<C>));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { next: string | null }).next,
    enabled,
  });
  return {
    pages: list.data?.pages,
    items: list.data?.pages.flatMap(itemsOf),
    error: list.error,
    isPending: list.isPending && enabled,
    more: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isFetchingMore: list.isFetchingNextPage,
    retry: () => void list.refetch(),
  };
}
