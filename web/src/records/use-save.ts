import { etagOf } from '@quartermaster/contract/api/etag';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type Cached, withRow } from './cache.ts';
import { listKey } from './list-query.ts';
import type { Resource, Versioned } from './resource.ts';

interface Saving {
  /** The record that is changed, as the person saw it; without it one is created. */
  record?: Versioned | undefined;
  body: Record<string, unknown>;
}

/** Creates or changes a record: a new one comes first in the list, a changed one stays where it stands. */
export function useSave<T extends Versioned>(resource: Resource<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ record, body }: Saving): Promise<T> => {
      const data = record
        ? await call(resource.update, { params: { id: record.id }, body, ifMatch: etagOf(record) })
        : await call(resource.create, { body });
      return (data as Record<string, T>)[resource.itemKey] as T;
    },
    onSuccess: (row) => {
      client.setQueriesData<Cached<T>>(
        { queryKey: listKey(resource), type: 'active' },
        (data) => data && withRow(data, row),
      );
      // Other kinds of record show this one's name, and count it.
      void client.invalidateQueries();
    },
  });
}
