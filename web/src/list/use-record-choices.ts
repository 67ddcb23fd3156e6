import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Choice } from './facet-filter.tsx';
import { fetchPage, listKey } from '../records/list-query.ts';
import type { Identified, Resource } from '../records/resource.ts';
import { useRecord } from '../records/use-record.ts';

/** The most that the server answers at once. */
const atMost = 1000;
const byName = { sortBy: 'name', sortOrder: 'asc' };
const noRows: readonly never[] = [];

/** Records to filter by, sorted by name. The chosen one is among them even where there are more than fit. */
export function useRecordChoices<T extends Identified>(
  resource: Resource<T>,
  toText: (row: T) => string,
  chosen: string | undefined,
): Choice[] {
  const { data } = useQuery({
    queryKey: [...listKey(resource), 'filter'],
    queryFn: ({ signal }) => fetchPage(resource, byName, 1, atMost, signal),
  });
  const rows: readonly T[] = data?.rows ?? noRows;
  // Before the list has arrived it is not known to be missing there.
  const { record } = useRecord(resource, data ? chosen : undefined, rows);
  return useMemo(() => {
    const all = record && !rows.includes(record) ? [...rows, record] : rows;
    return all.map((row) => ({ value: row.id, label: toText(row) }));
  }, [rows, record, toText]);
}
