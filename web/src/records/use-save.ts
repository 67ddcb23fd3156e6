import { etagOf } from '@quartermaster/contract/api/etag';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { type Cached, withRow } from './cache.ts';
import { listKey } from './list-query.ts';
import type { Entity, Versioned } from './entity.ts';

interface Saving {
  /** The record to change, in the version that the user saw; undefined creates one. */
  record?: Versioned | undefined;
  body: Record<string, unknown>;
}

/** Creates or changes a record. A new one is put first in the list, a changed one keeps its place. */
export function useSave<T extends Versioned>(entity: Entity<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ record, body }: Saving): Promise<T> => {
      const data = record
        ? await request(entity.update, { params: { id: record.id }, body, ifMatch: etagOf(record) })
        : await request(entity.create, { body });
      return (data as Record<string, T>)[entity.itemKey] as T;
    },
    onSuccess: (row) => {
      client.setQueriesData<Cached<T>>(
        { queryKey: listKey(entity), type: 'active' },
        (data) => data && withRow(data, row),
      );
      // Other entities show this record's name and counts.
      void client.invalidateQueries();
    },
  });
}
