import { parseRelatedTo } from '@quartermaster/contract/api/areas';
import { etagOf } from '@quartermaster/contract/api/etag';
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { requestWrite } from '../api/request.ts';
import { type Cached, withoutRows } from './cache.ts';
import { listKey } from './list-query.ts';
import type { Entity, Versioned } from './entity.ts';

/** The ids of records deleted in this tab, of which no form offers to restore a draft. */
export const removed = new Set<string>();

/** Whether the input in a query's key names the record. */
function isAbout(input: unknown, id: string): boolean {
  const { params, query } = (input ?? {}) as { params?: { id?: string }; query?: { of?: string } };
  return input === id || params?.id === id || parseRelatedTo(query?.of ?? '')?.id === id;
}

/** Deletes a record. Its row disappears at once and returns if the server refuses. */
export function useRemove<T extends Versioned>(entity: Entity<T>) {
  const client = useQueryClient();
  const queryKey = listKey(entity);
  return useMutation({
    mutationFn: (row: T) => requestWrite(entity.remove, { params: { id: row.id }, ifMatch: etagOf(row) }),
    onMutate: async (row) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueriesData<Cached<T>>({ queryKey });
      client.setQueriesData<Cached<T>>({ queryKey }, (data) => data && withoutRows(data, new Set([row.id])));
      return before;
    },
    onSuccess: (_answer, { id }) => removed.add(id),
    onError: (_error, _row, before) => before?.forEach(([key, data]) => client.setQueryData(key, data)),
    onSettled: async (_answer, error, { id }) => {
      const isGone = ({ queryKey: [, , of] }: Query) => error === null && isAbout(of, id);
      // What still shows the deleted record asks for it no more, but who comes back to it does.
      await client.invalidateQueries({ predicate: isGone, refetchType: 'none' });
      await client.invalidateQueries({ predicate: (query) => !isGone(query) });
    },
  });
}
