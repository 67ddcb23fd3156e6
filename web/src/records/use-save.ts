import { etagOf } from '@quartermaster/contract/api/etag';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type Cached, withRow } from './cache.ts';
import { listKey } from './list-query.ts';
import type { Entity, Versioned } from './entity.ts';

interface Saving {
  /** The record that is changed, as the person saw it; without it one is created. */
  record?: Versioned | undefined;
  body: Record<string, unknown>;
}

/** Creates or changes a record: a new one comes first in the list, a changed one stays where it stands. */
export function useSave<T extends Versioned>(entity: Entity<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ record, body }: Saving): Promise<T> => {
      const data = record
        ? await call(entity.update, { params: { id: record.id }, body, ifMatch: etagOf(record) })
        : await call(entity.create, { body });
      return (data as Record<string, T>)[entity.itemKey] as T;
    },
    onSuccess: (row) => {
      client.setQueriesData<Cached<T>>(
        { queryKey: listKey(entity), type: 'active' },
        (data) => data && withRow(data, row),
      );
      // Other kinds of record show this one's name, and count it.
      void client.invalidateQueries();
    },
  });
}
