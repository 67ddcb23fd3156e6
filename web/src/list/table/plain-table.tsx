import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Identified } from '../../records/entity.ts';
import type { Selection } from '../bulk/use-selection.ts';
import type { ListState } from '../use-list-state.ts';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { MarkedWords } from '../../ui/marked.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RefetchBar } from './refetch-bar.tsx';
import { SelectBox, SelectLoaded } from './select-box.tsx';
import { SortMark, ariaSort, sortButtonClass } from './sort-mark.tsx';
import type { PlainRows } from './use-plain-rows.ts';

export interface PlainColumn<T> {
  id: string;
  header: string;
  sortBy?: string;
  /** The first column takes what the others leave. */
  width?: string;
  cell: (row: T) => ReactNode;
}

interface PlainTableProps<T> {
  /** What the rows are: 'Expirations'. */
  label: string;
  /** The width below which the table scrolls. */
  minWidth: string;
  /** Undefined while the first ones load. */
  rows: readonly T[] | undefined;
  /** The first one names the row. */
  columns: readonly [PlainColumn<T>, ...PlainColumn<T>[]];
  state: Pick<ListState, 'sort' | 'sortOn' | 'search'>;
  /** Undefined if rows can't be selected. */
  selection: Selection<T> | undefined;
  nameOf: (row: T) => string;
  /** The button of what can be done about a row. */
  menu: (row: T) => ReactNode;
  /** A row on a narrow screen. */
  card: (row: T) => ReactNode;
  isFetching: boolean;
  /** Shown when there are none. */
  empty: ReactNode;
  plain: PlainRows;
}

/** Rows that are all rendered: a table, or cards on a narrow screen. */
export function PlainTable<T extends Identified>(props: PlainTableProps<T>) {
  const { rows, state, isFetching, empty } = props;
  const { frame } = props.plain;
  const isTable = useMedia(tableMedia);
  return (
    <div
      ref={frame}
      className="relative isolate flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      {isFetching && rows && <RefetchBar />}
      <MarkedWords search={state.search}>
        {rows?.length === 0 ? empty : isTable ? <Table {...props} /> : <Cards {...props} />}
      </MarkedWords>
    </div>
  );
}

const waiting = Array.from({ length: 8 }, (_, place) => place);
const head = 'sticky top-0 z-20 h-9 border-b border-line bg-sunken px-2.5 text-left font-medium text-ink-2';
const cell = 'h-11 overflow-clip border-b border-line px-2.5 align-middle';
const rowClass =
  'outline-none hover:bg-sunken focus-visible:shadow-[inset_3px_0_var(--color-accent)] data-selected:bg-accent-soft';

/** Leaves room for the bar of the selection over the end. */
const isUnderBar = (selection: { count: number } | undefined) => (selection?.count ?? 0) > 0;

const Table = <T extends Identified>({
  label,
  minWidth,
  rows,
  columns,
  state,
  selection,
  nameOf,
  menu,
  plain: { box, onFocus },
}: PlainTableProps<T>) => (
  <div
    ref={box}
    role="region"
    aria-label={label}
    tabIndex={0}
    onFocus={onFocus}
    data-list-rows
    className={clsx(
      isUnderBar(selection) && 'scroll-pb-36 pb-34',
      'min-h-0 overflow-auto scroll-pt-9 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible print:pb-0',
    )}
  >
    <table
      aria-label={label}
      aria-busy={!rows}
      style={{ minWidth }}
      className="w-full table-fixed border-separate border-spacing-0 text-sm"
    >
      <colgroup>
        {selection && <col style={{ width: '2.5rem' }} />}
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
        <col style={{ width: '3rem' }} />
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <td className={`${head} px-0 print:hidden`}>
              <SelectLoaded selection={selection} />
            </td>
          )}
          {columns.map(({ id, header, sortBy }) => (
            <Head key={id} header={header} sortBy={sortBy} state={state} />
          ))}
          <th scope="col" className={head}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className={rows ? '' : 'pulse'}>
        {!rows &&
          waiting.map((place) => (
            <tr key={place} aria-hidden>
              {[...(selection ? [place] : []), ...columns, place].map((_, column) => (
                <td key={column} className={cell}>
                  <Skeleton className="h-3.5 w-2/3" />
                </td>
              ))}
            </tr>
          ))}
        {rows?.map((row) => (
          <tr
            key={row.id}
            data-row={row.id}
            data-selected={selection?.has(row.id) || undefined}
            tabIndex={-1}
            className={rowClass}
          >
            {selection && (
              <td className={`${cell} px-0 print:hidden`}>
                <Choice row={row} selection={selection} nameOf={nameOf} />
              </td>
            )}
            {columns.map((column, at) =>
              at === 0 ? (
                <th key={column.id} scope="row" className={`${cell} text-left`}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.id} className={cell}>
                  {column.cell(row)}
                </td>
              ),
            )}
            <td className={cell}>{menu(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface HeadProps {
  header: string;
  sortBy: string | undefined;
  state: Pick<ListState, 'sort' | 'sortOn'>;
}

function Head({ header, sortBy, state: { sort, sortOn } }: HeadProps) {
  const order = sortBy !== undefined && sort?.by === sortBy ? sort.order : undefined;
  if (sortBy === undefined)
    return (
      <th scope="col" className={head}>
        {header}
      </th>
    );
  return (
    <th scope="col" aria-sort={ariaSort(order)} className={head}>
      <button type="button" className={sortButtonClass} onClick={() => sortOn(sortBy)}>
        {header}
        <SortMark order={order} />
      </button>
    </th>
  );
}

interface ChoiceProps<T> {
  row: T;
  selection: Selection<T>;
  nameOf: (row: T) => string;
}

const Choice = <T extends Identified>({ row, selection, nameOf }: ChoiceProps<T>) => (
  <SelectBox
    label={`Select ${nameOf(row)}`}
    checked={selection.has(row.id)}
    onToggle={(isRange) => selection.toggle(row, isRange)}
  />
);

const Cards = <T extends Identified>({
  label,
  rows,
  selection,
  nameOf,
  menu,
  card,
  plain: { box, onFocus },
}: PlainTableProps<T>) => (
  <div
    ref={box}
    tabIndex={-1}
    onFocus={onFocus}
    data-list-rows
    className={clsx('outline-none', isUnderBar(selection) && 'pb-40 **:scroll-mb-40')}
  >
    <ul aria-label={label} aria-busy={!rows} className={`divide-y divide-line ${rows ? '' : 'pulse'}`}>
      {!rows &&
        waiting.map((place) => (
          <li key={place} aria-hidden className="grid gap-2.5 p-3">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-2/3" />
          </li>
        ))}
      {rows?.map((row) => (
        <li
          key={row.id}
          data-row={row.id}
          data-selected={selection?.has(row.id) || undefined}
          tabIndex={-1}
          className={clsx(rowClass, 'flex gap-2 px-2')}
        >
          {selection && (
            <div className="mt-1 size-8 shrink-0 print:hidden">
              <Choice row={row} selection={selection} nameOf={nameOf} />
            </div>
          )}
          {card(row)}
          <div className="py-1.5">{menu(row)}</div>
        </li>
      ))}
    </ul>
  </div>
);
