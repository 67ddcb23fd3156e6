import type { Route } from '@quartermaster/contract/api/route';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { isUnreachable } from './error.ts';
import { type Args, type Output, request } from './request.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Others may have changed anything since the tab was last looked at.
      refetchOnWindowFocus: 'always',
      retry: (count, error) => isUnreachable(error) && count < 2,
      retryDelay: (count) => 400 * 2 ** count,
      // The browser's guess about being online is unreliable and would hold requests back.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * `['emails', '/emails', input]`: the first part matches everything cached for an entity, the first two all answers of
 * a route.
 */
export const queryKey = <C extends Route>(route: C, ...[input]: Args<C>) =>
  [...entityKey(route.path), route.path, { params: input?.params, query: input?.query }] as const;

/** `['emails']` for `/emails/{id}`. */
export const entityKey = (path: string) => [path.split('/')[1] ?? ''] as const;

/** Query options for a GET route. */
export const routeQuery = <C extends Route>(route: C, ...args: Args<C>) =>
  queryOptions<Output<C>>({
    queryKey: queryKey(route, ...args),
    queryFn: ({ signal }) => request(route, ...([{ ...args[0], signal }] as unknown as Args<C>)),
  });
