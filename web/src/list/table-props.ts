import type { ReactNode, RefObject } from 'react';
import type { Entity } from '../records/entity.ts';
import type { Sort } from '../records/url.ts';
import type { List } from './list.ts';
import type { Selection } from './use-selection.ts';

/** A column of a table. The first one is pinned; `sortBy` is the name by which the server sorts on it. */
export interface Column<T> {
  id: string;
  header: string;
  /** In pixels at least; what is left is shared out in proportion. */
  width: number;
  /** The width where rows have one line only, if it differs. */
  compact?: number;
  sortBy?: string;
  cell: (row: T) => ReactNode;
}

export interface RowsProps<T> {
  entity: Pick<Entity, 'path'>;
  /** What a screen reader calls the table. */
  label: string;
  list: Pick<List<T>, 'rows' | 'start' | 'total' | 'isLoading' | 'isFetching' | 'loadMore'>;
  /** Keep its identity from render to render, as of `name`, `card` and `isLocked`: rows are memoised on it. */
  columns: readonly Column<T>[];
  /** What a person calls the record: 'Edit x', 'Delete x'. */
  name: (row: T) => string;
  /** The record on a narrow screen. */
  card: (row: T) => ReactNode;
  sort: Sort | undefined;
  onSort: (by: string) => void;
  selection: Selection<T>;
  onEdit: (row: T) => void;
  onDelete: (row: T) => void;
  /** Shows what the record is connected with. */
  onRelations: (row: T) => void;
  /** Edit and Delete look disabled, and still call back, to say why. */
  isLocked?: ((row: T) => boolean) | undefined;
  /** Stands in place of the rows when there are none. */
  empty: ReactNode;
  /** Holds the rows. */
  box: RefObject<HTMLDivElement | null>;
  /** Holds the box, and stays while it comes and goes. */
  frame: RefObject<HTMLDivElement | null>;
  /** Of one row, as memoised rows take it. */
  onSelect: (row: T, isRange: boolean) => void;
}

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
