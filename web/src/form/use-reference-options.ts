import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { fetchPage, listKey } from '../list/list-query.ts';
import type { Identified, Resource } from '../list/resource.ts';
import type { ReferenceOption } from './reference-select.tsx';

const atOnce = 100;

interface ReferenceOptions {
  options: ReferenceOption[];
  /** Without it all there are are offered. */
  onSearch: ((text: string) => void) | undefined;
  /** There is nothing to choose at all. */
  isEmpty: boolean;
}

/** The first 100 records to choose from; where there are more, the server is asked as one types. */
export function useReferenceOptions<T extends Identified>(
  resource: Resource<T>,
  toOption: (row: T) => ReferenceOption,
  query: Record<string, string> = {},
): ReferenceOptions {
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search.trim());
  const full = asked === '' ? query : { ...query, search: asked };
  const { data } = useQuery({
    queryKey: [...listKey(resource), 'choices', full],
    queryFn: ({ signal }) => fetchPage(resource, full, 1, atOnce, signal),
    placeholderData: keepPreviousData,
  });
  const isLong = asked !== '' || (data?.total ?? 0) > atOnce;
  const options = useMemo(() => (data?.rows ?? []).map(toOption), [data, toOption]);
  return { options, onSearch: isLong ? setSearch : undefined, isEmpty: !isLong && data?.total === 0 };
}
