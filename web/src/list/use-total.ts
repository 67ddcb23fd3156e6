import { useQuery } from '@tanstack/react-query';
import { type Query, fetchPage, listKey } from './list-query.ts';
import type { Identified, Resource } from './resource.ts';

/** How many records match; undefined while it is not known. */
export const useTotal = <T extends Identified>(resource: Resource<T>, query: Query): number | undefined =>
  useQuery({
    queryKey: [...listKey(resource), 'total', query],
    queryFn: ({ signal }) => fetchPage(resource, query, 1, 1, signal),
  }).data?.total;
