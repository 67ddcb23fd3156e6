import { useMemo, useRef, useState } from 'react';
import type { RawListQuery } from '../../records/list-query.ts';
import type { Identified } from '../../records/entity.ts';
import { type Selected, between, newest, selectedWith, selectedWithout } from './selection.ts';
import type { List } from '../list.ts';

/** The selected records of a list. */
export interface Selection<T> {
  count: number;
  /** All matches are selected, loaded or not. */
  isAll: boolean;
  has: (id: string) => boolean;
  /** How many of the loaded rows are selected. */
  loaded: 'all' | 'some' | 'none';
  /** `isRange` includes the rows since the one toggled last. */
  toggle: (row: T, isRange?: boolean) => void;
  add: (rows: readonly T[]) => void;
  toggleLoaded: () => void;
  selectMatching: () => void;
  /** False where some records can't be selected: unloaded ones can't be checked. */
  canSelectMatching: boolean;
  drop: (row: T) => void;
  /** Ends the selection of records for which it is false. */
  keep: (isKept: (id: string) => boolean) => void;
  clear: () => void;
  /** The selected records that are loaded. */
  rows: () => T[];
  /** The filters of the list, as query parameters. */
  filter: RawListQuery;
}

type Listed<T> = Pick<List<T>, 'rows' | 'total' | 'query'>;

/** Survives sorting, searching and paging. 'All that match' ends when the filters change. */
export function useSelection<T extends Identified>(
  { rows: all, total = 0, query }: Listed<T>,
  isLocked?: (row: T) => boolean,
): Selection<T> {
  const rows = useMemo(() => (isLocked ? all.filter((row) => !isLocked(row)) : all), [all, isLocked]);
  const [selected, setSelected] = useState<Selected<T>>(nothing);
  const [allOf, setAll] = useState<string>();
  const last = useRef<string>(undefined);
  const { sortBy: _, sortOrder: __, ...filter } = query;
  const filterKey = JSON.stringify(filter);
  const isAll = allOf === filterKey;
  // Permanently: returning to the same filters must not select all again.
  if (allOf !== undefined && !isAll) setAll(undefined);
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
      if (isLocked?.(row)) return;
      const range = isRange ? between(rows, last.current, row.id) : [row];
      become(has(row.id) ? selectedWithout(known, range) : selectedWith(known, range));
      last.current = row.id;
    },
    add: (more) =>
      become(
        selectedWith(
          known,
          more.filter((row) => !isLocked?.(row)),
        ),
      ),
    toggleLoaded: () => become(isEvery ? selectedWithout(known, rows) : selectedWith(known, rows)),
    selectMatching: () => {
      setSelected(nothing);
      setAll(filterKey);
    },
    canSelectMatching: !isLocked,
    drop: (row) => setSelected((now) => selectedWithout(now, [row])),
    keep: (isKept) => setSelected((now) => new Map([...now].filter(([id]) => isKept(id)))),
    clear: () => become(nothing),
    rows: () => newest(known, rows),
    filter,
  };
}

const nothing: Selected<never> = new Map<string, never>();
