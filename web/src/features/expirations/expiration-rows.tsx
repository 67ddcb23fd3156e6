import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Selection } from '../../list/bulk/use-selection.ts';
import { RefetchBar } from '../../list/table/refetch-bar.tsx';
import { SelectBox, SelectLoaded } from '../../list/table/select-box.tsx';
import type { PlainRows } from '../../list/table/use-plain-rows.ts';
import { SortMark, ariaSort, sortButtonClass } from '../../list/table/sort-mark.tsx';
import type { ListState } from '../../list/use-list-state.ts';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { MarkedWords } from '../../ui/marked.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ExpirationCard, Name, type OpenExpiration, columns } from './expiration-cells.tsx';

interface RowsProps {
  /** Undefined while the first ones load. */
  rows: readonly Expiration[] | undefined;
  state: Pick<ListState, 'sort' | 'sortOn' | 'search'>;
  onOpen: OpenExpiration;
  /** Undefined if rows can't be selected. */
  selection: Selection<Expiration> | undefined;
  isFetching: boolean;
  /** Shown when there are none. */
  empty: ReactNode;
  plain: PlainRows;
}

/** The rows: a table, or cards on a narrow screen. */
export function ExpirationRows(props: RowsProps) {
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
const isUnderBar = (selection: Selection<Expiration> | undefined) => (selection?.count ?? 0) > 0;

const Table = ({ rows, state, onOpen, selection, plain: { box, onFocus } }: RowsProps) => (
  <div
    ref={box}
    role="region"
    aria-label="Expirations"
    tabIndex={0}
    onFocus={onFocus}
    data-list-rows
    className={clsx(
      isUnderBar(selection) && 'scroll-pb-36 pb-34',
      'min-h-0 overflow-auto scroll-pt-9 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible print:pb-0',
    )}
  >
    <table
      aria-label="Expirations"
      aria-busy={!rows}
      className="w-full min-w-[66rem] table-fixed border-separate border-spacing-0 text-sm"
    >
      <colgroup>
        {selection && <col style={{ width: '2.5rem' }} />}
        <col />
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <td className={`${head} px-0 print:hidden`}>
              <SelectLoaded selection={selection} />
            </td>
          )}
          <Head header="Name" sortBy="name" state={state} />
          {columns.map(({ id, header, sortBy }) => (
            <Head key={id} header={header} sortBy={sortBy} state={state} />
          ))}
        </tr>
      </thead>
      <tbody className={rows ? '' : 'pulse'}>
        {!rows &&
          waiting.map((place) => (
            <tr key={place} aria-hidden>
              {[...(selection ? [place] : []), place, ...columns].map((_, column) => (
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
                <Choice row={row} selection={selection} />
              </td>
            )}
            <th scope="row" className={`${cell} text-left`}>
              <Name row={row} onOpen={onOpen} />
            </th>
            {columns.map(({ id, cell: Cell }) => (
              <td key={id} className={cell}>
                {Cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface HeadProps {
  header: string;
  sortBy: string | undefined;
  state: RowsProps['state'];
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

const Choice = ({ row, selection }: { row: Expiration; selection: Selection<Expiration> }) => (
  <SelectBox
    label={`Select ${row.name}${row.label === null ? '' : `, ${row.label}`}`}
    checked={selection.has(row.id)}
    onToggle={(isRange) => selection.toggle(row, isRange)}
  />
);

const Cards = ({ rows, onOpen, selection, plain: { box, onFocus } }: RowsProps) => (
  <div
    ref={box}
    tabIndex={-1}
    onFocus={onFocus}
    data-list-rows
    className={clsx('outline-none', isUnderBar(selection) && 'pb-40 **:scroll-mb-40')}
  >
    <ul aria-label="Expirations" aria-busy={!rows} className={`divide-y divide-line ${rows ? '' : 'pulse'}`}>
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
              <Choice row={row} selection={selection} />
            </div>
          )}
          <ExpirationCard row={row} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  </div>
);
