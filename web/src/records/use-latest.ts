import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Cached, withRow } from './cache.ts';
import { fetchRecord, listKey } from './list-query.ts';
import type { Identified, Resource } from './resource.ts';

/** Reads a record anew, which its row then shows too. */
export function useLatest<T extends Identified>(resource: Resource<T>): (id: string) => Promise<T> {
  const client = useQueryClient();
  return useCallback(
    async (id) => {
      const row = await fetchRecord(resource, id, new AbortController().signal);
      client.setQueriesData<Cached<T>>(
        { queryKey: listKey(resource), type: 'active' },
        (data) => data && withRow(data, row),
      );
      return row;
    },
    [client, resource],
  );
}
