import type { FilterKinds } from '@quartermaster/contract/api/filters';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { Entity, Versioned } from '../records/entity.ts';
import { type Problem, useProblem } from '../records/use-problem.ts';
import { useDeleteDialog } from '../records/use-delete-dialog.tsx';
import { type OpenRecord, useRecord } from '../records/use-record.ts';
import { expectTyping } from '../ui/early-keys.ts';
import type { FacetFilterProps } from './facets/facet-filter.tsx';
import type { List } from './list.ts';
import { type SearchedTexts, searchedTexts } from './facets/search-text.ts';
import type { AnyColumn, Column, Entrance } from './table/table-props.ts';
import { type PagedList, useList, usePagedList } from './use-list.ts';
import { type ListState, useListState } from './use-list-state.ts';
import { type Selection, useSelection } from './bulk/use-selection.ts';

interface Options<T, F extends string> {
  /** Whether a record can't be changed or deleted here, alone or in bulk. */
  isLocked?: (row: T) => boolean;
  /** Other spellings of what search covers. */
  spellings?: (row: T) => SearchedTexts;
  /** Must keep its identity across renders. */
  columns: (onTag: (tag: Tag) => void) => readonly Column<T, F>[];
  /** The question before deleting a record; 'Are you sure you want to delete this domain?' by default. */
  question?: (row: T) => string;
}

/** What the parts of an entity's list page share. */
export interface RecordPage<T extends Versioned, F extends string = never, L extends List<T> = List<T>> {
  entity: Entity<T>;
  state: ListState<F>;
  list: L;
  columns: readonly AnyColumn<T>[];
  /** The filters of columns. */
  columnFilters: readonly FacetFilterProps[];
  isLocked: ((row: T) => boolean) | undefined;
  selection: Selection<T>;
  entrance: Entrance;
  /** The record in the form. */
  open: OpenRecord<T>;
  add: () => void;
  remove: { ask: (row: T) => void; dialog: ReactNode };
  /** The latest failure, until it is dismissed. */
  problem: Problem;
  report: (title: string, error?: unknown) => void;
  dismiss: () => void;
}

type EntityWith<T extends Versioned, K extends FilterKinds> = Entity<T> & { filters: K };

/** A page whose list loads more while scrolling. */
export function useRecordPage<T extends Versioned, K extends FilterKinds>(
  entity: EntityWith<T, K>,
  options: Options<T, keyof K & string>,
): RecordPage<T, keyof K & string> {
  const state = useListState(entity);
  return usePageOf(entity, options, state, useList<T>(entity, state, useWords(entity, options)));
}

/** A page whose list has Previous and Next. */
export function usePagedRecordPage<T extends Versioned, K extends FilterKinds>(
  entity: EntityWith<T, K>,
  options: Options<T, keyof K & string>,
): RecordPage<T, keyof K & string, PagedList<T>> {
  const state = useListState(entity);
  return usePageOf(entity, options, state, usePagedList<T>(entity, state, useWords(entity, options)));
}

/** The texts that local search covers. */
const useWords = <T extends Versioned>(
  entity: Entity<T>,
  { spellings }: Pick<Options<T, never>, 'spellings'>,
) =>
  useCallback(
    (row: T): SearchedTexts => [...searchedTexts(entity, row), ...(spellings?.(row) ?? [])],
    [entity, spellings],
  );

function usePageOf<T extends Versioned, F extends string, L extends List<T>>(
  entity: Entity<T>,
  { isLocked, columns: columnsOf, question }: Options<T, F>,
  state: ListState<F>,
  list: L,
): RecordPage<T, F, L> {
  const selection = useSelection<T>(list, isLocked);
  const open = useRecord(entity, state.form, list.rows);
  const { report, ...problem } = useProblem();
  const remove = useDeleteDialog(entity, {
    question: question ?? (() => `Are you sure you want to delete this ${entity.one}?`),
    onDeleted: (row) => {
      selection.drop(row);
      if (row.id === state.form) state.closeForm();
    },
    onError: report,
  });
  const { filterByTag } = state;
  const columns = useMemo(() => columnsOf(filterByTag), [columnsOf, filterByTag]);
  return {
    entity,
    state,
    list,
    columns,
    columnFilters: columns.flatMap(({ filter }) => {
      if (!filter) return [];
      const { by, ...words } = filter;
      return { ...words, value: state.filters[by], onChange: (value) => state.setFilter(by, value) };
    }),
    isLocked,
    selection,
    entrance: useRef(undefined),
    open,
    add: () => {
      expectTyping();
      state.openForm('new');
    },
    remove,
    report,
    ...problem,
  };
}
