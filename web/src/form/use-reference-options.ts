import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { fetchPage, listKey } from '../records/list-query.ts';
import type { Identified, Entity } from '../records/entity.ts';
import type { PickerOption } from '../ui/picker-list.tsx';

const atOnce = 100;

interface ReferenceOptions {
  /** Undefined while they load. */
  options: PickerOption[] | undefined;
  /** Called with the typed text, possibly before the first options are loaded. */
  onSearch: (text: string) => void;
}

/** The first 100 records to choose from; if there are more, the server searches. */
export function useReferenceOptions<T extends Identified>(
  entity: Entity<T>,
  toOption: (row: T) => PickerOption,
  query: Record<string, string> = {},
): ReferenceOptions {
  const [search, setSearch] = useState('');
  const typed = useDeferredValue(search.trim());
  const choices = (asked: Record<string, string>) => ({
    queryKey: [...listKey(entity), 'choices', asked],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(entity, asked, 1, atOnce, signal),
  });
  const { data: first } = useQuery(choices(query));
  const asksServer = typed !== '' && (first?.total ?? 0) > atOnce;
  const found = useQuery({
    ...choices({ ...query, search: typed }),
    enabled: asksServer,
    placeholderData: keepPreviousData,
  });
  const data = asksServer ? (found.data ?? first) : first;
  const options = useMemo(() => data?.rows.map(toOption), [data, toOption]);
  return { options, onSearch: setSearch };
}
