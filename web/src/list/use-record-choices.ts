import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Choice } from './facet-filter.tsx';
import { fetchPage, listKey } from '../records/list-query.ts';
import type { Identified, Entity } from '../records/entity.ts';
import { useRecord } from '../records/use-record.ts';

/** The server's maximum page size. */
const atMost = 1000;
const byName = { sortBy: 'name', sortOrder: 'asc' };
const noRows: readonly never[] = [];

/** Records to filter by, sorted by name. The chosen one is included even if there are more than fit. */
export function useRecordChoices<T extends Identified>(
  entity: Entity<T>,
  toText: (row: T) => string,
  chosen: string | undefined,
): Choice[] {
  const { data } = useQuery({
    queryKey: [...listKey(entity), 'filter'],
    queryFn: ({ signal }) => fetchPage(entity, byName, 1, atMost, signal),
  });
  const rows: readonly T[] = data?.rows ?? noRows;
  // Only once the list has arrived can the chosen one be missing from it.
  const { record } = useRecord(entity, data ? chosen : undefined, rows);
  return useMemo(() => {
    const all = record && !rows.includes(record) ? [...rows, record] : rows;
    return all.map((row) => ({ value: row.id, label: toText(row) }));
  }, [rows, record, toText]);
}
