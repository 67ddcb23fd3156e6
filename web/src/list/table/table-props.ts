import type { ReactNode, RefObject } from 'react';
import type { Entity } from '../../records/entity.ts';
import type { Sort } from '../../records/url.ts';
import type { FacetWords } from '../facets/facet-filter.tsx';
import type { List } from '../list.ts';
import type { Selection } from '../bulk/use-selection.ts';

/** A single-choice filter by the value that a column shows, which the filter bar adds after its own. */
interface ColumnFilter<F extends string> extends FacetWords {
  by: F;
}

/**
 * A column of a table, whose filter is one of `F`. The first one is pinned; `sortBy` is the server's name for its order.
 */
export interface Column<T, F extends string = never> {
  id: string;
  header: string;
  /** The minimum width in pixels; the content can make it wider. */
  width: number;
  /** The maximum width; 300 pixels by default. */
  most?: number;
  /** Gets spare width before other columns, because its cut content would be useless. */
  isWhole?: boolean;
  sortBy?: string;
  filter?: ColumnFilter<F>;
  /** The headings under which exports have what it shows, if they differ from its header. */
  headings?: readonly string[];
  cell: (row: T) => ReactNode;
}

export type AnyColumn<T> = Column<T, string>;

export interface RowsProps<T> {
  entity: Pick<Entity, 'path'>;
  /** The table's accessible name. */
  label: string;
  list: Pick<List<T>, 'rows' | 'start' | 'total' | 'isLoading' | 'isFetching' | 'isSettled' | 'loadMore'>;
  /** Must keep its identity across renders, like `name`, `card` and `isLocked`: memoised rows depend on it. */
  columns: readonly AnyColumn<T>[];
  /** The record's name in 'Edit x', 'Delete x'. */
  name: (row: T) => string;
  /** Renders the record on a narrow screen. */
  card: (row: T) => ReactNode;
  sort: Sort | undefined;
  onSort: (by: string) => void;
  selection: Selection<T>;
  /** Shows the record. */
  onOpen: (row: T) => void;
  /** Opens the record's form; undefined, like `onDelete`, for people who may only read. */
  onEdit: ((row: T) => void) | undefined;
  onDelete: ((row: T) => void) | undefined;
  /** Shows the record's connections. */
  onRelations: (row: T) => void;
  /** Edit and Delete of a locked row look disabled, but still call back to explain why. */
  isLocked?: ((row: T) => boolean) | undefined;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** The element that holds the rows. */
  box: RefObject<HTMLDivElement | null>;
  /** The element around the box, which stays mounted when the box does not. */
  frame: RefObject<HTMLDivElement | null>;
  /** Set by the rows: moves the focus to a row, by default the first, once the rows are settled, or gives up waiting. */
  entrance: Entrance;
  /** Selects or deselects a row. */
  onSelect: (row: T, isRange: boolean) => void;
}

export type Entrance = RefObject<((isWanted: boolean, id?: string) => void) | undefined>;

/** What a row or a card needs besides its record. */
export type RowHandlers<T> = Pick<
  RowsProps<T>,
  'name' | 'onOpen' | 'onEdit' | 'onDelete' | 'onRelations' | 'isLocked' | 'onSelect'
>;

export const handlersOf = <T>(props: RowsProps<T>): RowHandlers<T> => ({
  name: props.name,
  onOpen: props.onOpen,
  onEdit: props.onEdit,
  onDelete: props.onDelete,
  onRelations: props.onRelations,
  isLocked: props.isLocked,
  onSelect: props.onSelect,
});
