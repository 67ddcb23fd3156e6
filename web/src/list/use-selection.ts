import { useRef, useState } from 'react';
import type { Query } from '../records/list-query.ts';
import type { Identified } from '../records/entity.ts';
import { type Selected, between, newest, selectedWith, selectedWithout } from './selection.ts';
import type { List } from './list.ts';

/** The records of a list that one acts on together. */
export interface Selection<T> {
  count: number;
  /** All that match the filters are meant, loaded or not. */
  isAll: boolean;
  has: (id: string) => boolean;
  /** Of the rows that are loaded. */
  loaded: 'all' | 'some' | 'none';
  /** `isRange` takes the rows since the last one along. */
  toggle: (row: T, isRange?: boolean) => void;
  add: (rows: readonly T[]) => void;
  toggleLoaded: () => void;
  selectMatching: () => void;
  drop: (row: T) => void;
  clear: () => void;
  /** The selected records, where they are known one by one. */
  rows: () => T[];
  /** What the list is filtered by. */
  filter: Query;
}

type Listed<T> = Pick<List<T>, 'rows' | 'total' | 'query'>;

/** Survives sorting, searching and paging; all that match is given up with the filters that it was said of. */
export function useSelection<T extends Identified>({ rows, total = 0, query }: Listed<T>): Selection<T> {
  const [selected, setSelected] = useState<Selected<T>>(nothing);
  const [all, setAll] = useState<string>();
  const last = useRef<string>(undefined);
  const { sortBy: _, sortOrder: __, ...filter } = query;
  const filterKey = JSON.stringify(filter);
  const isAll = all === filterKey;
  // For good: it must not come back with the same filters.
  if (all !== undefined && !isAll) setAll(undefined);
  const has = (id: string) => isAll || selected.has(id);
  const known = isAll ? selectedWith<T>(nothing, rows) : selected;
  const become = (next: Selected<T>) => {
    setAll(undefined);
    setSelected(next);
  };
  const isEvery = rows.length > 0 && rows.every(({ id }) => has(id));
  return {
    count: isAll ? total : selected.size,
    isAll,
    has,
    loaded: isEvery ? 'all' : rows.some(({ id }) => has(id)) ? 'some' : 'none',
    toggle: (row, isRange = false) => {
      const range = isRange ? between(rows, last.current, row.id) : [row];
      become(has(row.id) ? selectedWithout(known, range) : selectedWith(known, range));
      last.current = row.id;
    },
    add: (more) => become(selectedWith(known, more)),
    toggleLoaded: () => become(isEvery ? selectedWithout(known, rows) : selectedWith(known, rows)),
    selectMatching: () => {
      setSelected(nothing);
      setAll(filterKey);
    },
    drop: (row) => setSelected((now) => selectedWithout(now, [row])),
    clear: () => become(nothing),
    rows: () => newest(known, rows),
    filter,
  };
}

const nothing: Selected<never> = new Map<string, never>();
