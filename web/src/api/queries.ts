import type { Route } from '@quartermaster/contract/api/route';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from './error.ts';
import { type Args, type Output, call } from './call.ts';

const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'NETWORK_ERROR';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => isOffline(error) && count < 2,
      retryDelay: (count) => 400 * 2 ** count,
      // Only the server knows whether it can be reached; the browser's guess would hold calls back.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * `['emails', '/emails', input]`: the first part alone covers all that is known of a kind of record, the
 * first two all answers of one endpoint.
 */
export const queryKey = <C extends Route>(endpoint: C, ...[input]: Args<C>) =>
  [...entityKey(endpoint.path), endpoint.path, { params: input?.params, query: input?.query }] as const;

/** Of `/emails/{id}`: `['emails']`. */
export const entityKey = (path: string) => [path.split('/')[1] ?? ''] as const;

/** What useQuery and prefetchQuery take to hold the answer of a GET endpoint. */
export const endpointQuery = <C extends Route>(endpoint: C, ...args: Args<C>) =>
  queryOptions<Output<C>>({
    queryKey: queryKey(endpoint, ...args),
    queryFn: ({ signal }) => call(endpoint, ...([{ ...args[0], signal }] as unknown as Args<C>)),
  });
