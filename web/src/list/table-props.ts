import type { ReactNode, RefObject } from 'react';
import type { Entity } from '../records/entity.ts';
import type { Sort } from '../records/url.ts';
import type { List } from './list.ts';
import type { Selection } from './use-selection.ts';

/** A column of a table. The first one is pinned; `sortBy` is the name by which the server sorts on it. */
export interface Column<T> {
  id: string;
  header: string;
  /** The minimum in pixels; from there it grows with what is in it. */
  width: number;
  /** How far, if not to 300 pixels. */
  most?: number;
  /** Grows before the others: cut, it would say too little. */
  isWhole?: boolean;
  sortBy?: string;
  cell: (row: T) => ReactNode;
}

export interface RowsProps<T> {
  entity: Pick<Entity, 'path'>;
  /** The table's accessible name. */
  label: string;
  list: Pick<List<T>, 'rows' | 'start' | 'total' | 'isLoading' | 'isFetching' | 'isSettled' | 'loadMore'>;
  /** Keep its identity across renders, like that of `name`, `card` and `isLocked`: rows are memoised on it. */
  columns: readonly Column<T>[];
  /** The record's name in 'Edit x', 'Delete x'. */
  name: (row: T) => string;
  /** The record on a narrow screen. */
  card: (row: T) => ReactNode;
  sort: Sort | undefined;
  onSort: (by: string) => void;
  selection: Selection<T>;
  onEdit: (row: T) => void;
  /** Absent for who may not delete. */
  onDelete: ((row: T) => void) | undefined;
  /** Shows the record's connections. */
  onRelations: (row: T) => void;
  /** Edit and Delete look disabled, but still call back to say why. */
  isLocked?: ((row: T) => boolean) | undefined;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Holds the rows. */
  box: RefObject<HTMLDivElement | null>;
  /** Contains the box, and stays mounted when the box does not. */
  frame: RefObject<HTMLDivElement | null>;
  /** Set to what moves the focus to a row, by default the first, once the rows are settled, or no longer wants to. */
  entrance: Entrance;
  /** For one row. */
  onSelect: (row: T, isRange: boolean) => void;
}

export type Entrance = RefObject<((isWanted: boolean, id?: string) => void) | undefined>;

/** What a row or a card needs besides its record. */
export type RowHandlers<T> = Pick<
  RowsProps<T>,
  'name' | 'onEdit' | 'onDelete' | 'onRelations' | 'isLocked' | 'onSelect'
>;

export const handlersOf = <T>(props: RowsProps<T>): RowHandlers<T> => ({
  name: props.name,
  onEdit: props.onEdit,
  onDelete: props.onDelete,
  onRelations: props.onRelations,
  isLocked: props.isLocked,
  onSelect: props.onSelect,
});
