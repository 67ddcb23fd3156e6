import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useKnowsRights } from '../api/rights.ts';
import { withKept } from './kept-secrets.ts';
import { recordQuery } from './list-query.ts';
import type { Identified, Entity } from './entity.ts';

export interface OpenRecord<T> {
  /** Undefined while loading, and in a form for a new record. */
  record: T | undefined;
  isReady: boolean;
  error: unknown;
}

/**
 * The record whose form is in the address: from the loaded rows, or from the server. It stays if it leaves the rows
 * while the form is open: somebody else may have deleted it.
 */
export function useRecord<T extends Identified>(
  entity: Entity<T>,
  form: string | undefined,
  rows: readonly T[],
): OpenRecord<T> {
  const isNew = form === 'new';
  const loaded = form === undefined || isNew ? undefined : rows.find(({ id }) => id === form);
  const [held, setHeld] = useState<T>();
  const asked = useQuery({
    ...recordQuery(entity, form ?? ''),
    enabled: form !== undefined && !isNew && !loaded && held?.id !== form,
  });
  const found = isNew || form === undefined ? undefined : (loaded ?? asked.data);
  if (form === undefined ? held : found && found !== held) setHeld(found);
  const record = found ?? (held?.id === form ? held : undefined);
  // Forms load no secrets, only whether they are set.
  const kept = useMemo(() => record && withKept(record), [record]);
  const knowsRights = useKnowsRights();
  // A new record starts with a tag of the person's scope, which must be known first.
  return {
    record: kept,
    isReady: isNew ? knowsRights : record !== undefined,
    error: record ? null : asked.error,
  };
}
