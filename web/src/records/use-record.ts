import { useQuery } from '@tanstack/react-query';
import { entityKey } from '../api/queries.ts';
import { fetchRecord } from './list-query.ts';
import type { Identified, Entity } from './entity.ts';

export interface OpenRecord<T> {
  /** Undefined while it loads, and on a form for a new record. */
  record: T | undefined;
  isReady: boolean;
  error: unknown;
}

/** The record whose form is in the address: from the loaded rows, else from the server. */
export function useRecord<T extends Identified>(
  entity: Entity<T>,
  form: string | undefined,
  rows: readonly T[],
): OpenRecord<T> {
  const isNew = form === 'new';
  const loaded = form === undefined || isNew ? undefined : rows.find(({ id }) => id === form);
  const asked = useQuery({
    queryKey: [...entityKey(entity.path), 'record', form],
    queryFn: ({ signal }) => fetchRecord(entity, form ?? '', signal),
    enabled: form !== undefined && !isNew && !loaded,
  });
  const record = isNew || form === undefined ? undefined : (loaded ?? asked.data);
  return { record, isReady: isNew || record !== undefined, error: record ? null : asked.error };
}
