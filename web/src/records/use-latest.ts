import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Cached, withRow } from './cache.ts';
import { withKept } from './kept-secrets.ts';
import { fetchRecord, listKey } from './list-query.ts';
import type { Identified, Entity } from './entity.ts';

/** Reads a record again for a form, and updates its row. */
export function useLatest<T extends Identified>(entity: Entity<T>): (id: string) => Promise<T> {
  const client = useQueryClient();
  return useCallback(
    async (id) => {
      const row = await fetchRecord(entity, id, new AbortController().signal);
      client.setQueriesData<Cached<T>>(
        { queryKey: listKey(entity), type: 'active' },
        (data) => data && withRow(data, row),
      );
      return withKept(row);
    },
    [client, entity],
  );
}
