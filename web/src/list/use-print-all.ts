import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RawListQuery, fetchPage } from '../records/list-query.ts';
import type { Identified, Entity } from '../records/entity.ts';
import type { List } from './list.ts';

/** Enough for paper; the page says that it shows only part of the list. */
const rowsAtMost = 10_000;
const rowsAtOnce = 1000;

async function fetchAll<T extends Identified>(entity: Entity<T>, query: RawListQuery): Promise<T[]> {
  const rows: T[] = [];
  const { signal } = new AbortController();
  for (let page = 1, pages = 1; page <= pages && rows.length < rowsAtMost; page += 1) {
    const answer = await fetchPage(entity, query, page, rowsAtOnce, signal);
    rows.push(...answer.rows);
    pages = answer.totalPages;
  }
  return rows;
}

/**
 * Prints all matching rows. Printing from the browser's menu covers only loaded rows, because
 * `beforeprint` can't wait for the server.
 */
export function usePrintAll<T extends Identified>(
  entity: Entity<T>,
  { rows, start, isComplete }: Pick<List<T>, 'rows' | 'start' | 'isComplete'>,
  query: RawListQuery,
): Pick<List<T>, 'rows' | 'start' | 'printAll'> {
  const [all, setAll] = useState<readonly T[]>();
  useEffect(() => {
    const after = () => setAll(undefined);
    addEventListener('afterprint', after);
    return () => removeEventListener('afterprint', after);
  }, []);
  const printAll = async () => {
    const fetched = isComplete ? undefined : await fetchAll(entity, query);
    flushSync(() => setAll(fetched));
    print();
  };
  return all ? { rows: all, start: 0, printAll } : { rows, start, printAll };
}
