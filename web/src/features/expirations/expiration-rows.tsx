import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { ReactNode, RefObject } from 'react';
import { RefetchBar } from '../../list/table/refetch-bar.tsx';
import { SortMark, ariaSort, sortButtonClass } from '../../list/table/sort-mark.tsx';
import { rowsOfPage } from '../../list/table/use-row-keys.ts';
import type { ListState } from '../../list/use-list-state.ts';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MarkedWords } from '../../ui/marked.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';
import { ExpirationCard, Name, type OpenExpiration, columns } from './expiration-cells.tsx';

interface RowsProps {
  /** Undefined while the first ones load. */
  rows: readonly Expiration[] | undefined;
  state: Pick<ListState, 'sort' | 'sortOn' | 'search'>;
  onOpen: OpenExpiration;
  /** The ids of the selected rows; undefined if rows can't be selected. */
  chosen: ReadonlySet<string> | undefined;
  onChoose: (id: string) => void;
  isFetching: boolean;
  /** Shown when there are none. */
  empty: ReactNode;
  /** The element around the rows. */
  frame: RefObject<HTMLDivElement | null>;
}

/** The rows: a table, or cards on a narrow screen. */
export function ExpirationRows(props: RowsProps) {
  const { rows, state, isFetching, empty, frame, onOpen } = props;
  const isTable = useMedia(tableMedia);
  useRowSteps(frame, (id) => {
    const row = rows?.find((each) => each.id === id);
    if (row) onOpen(row);
  });
  return (
    <div
      ref={frame}
      className="relative flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
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
  'outline-none hover:bg-sunken focus-visible:shadow-[inset_3px_0_var(--color-accent)] focus-visible:bg-sunken';

const Table = ({ rows, state, onOpen, chosen, onChoose }: RowsProps) => (
  <div
    role="region"
    aria-label="Expirations"
    tabIndex={0}
    className="min-h-0 overflow-auto scroll-pt-9 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent print:overflow-visible"
  >
    <table
      aria-label="Expirations"
      aria-busy={!rows}
      className="w-full min-w-[66rem] table-fixed border-separate border-spacing-0 text-sm"
    >
      <colgroup>
        {chosen && <col style={{ width: '2.5rem' }} />}
        <col />
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {chosen && (
            <th scope="col" className={head}>
              <span className="sr-only">Selected</span>
            </th>
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
              {[...columns, place].map((_, column) => (
                <td key={column} className={cell}>
                  <Skeleton className="h-3.5 w-2/3" />
                </td>
              ))}
            </tr>
          ))}
        {rows?.map((row) => (
          <tr key={row.id} data-row={row.id} tabIndex={-1} className={rowClass}>
            {chosen && (
              <td className={cell}>
                <Choice row={row} chosen={chosen} onChoose={onChoose} />
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

const Choice = ({
  row,
  chosen,
  onChoose,
}: { row: Expiration; chosen: ReadonlySet<string> } & Pick<RowsProps, 'onChoose'>) => (
  <Checkbox
    aria-label={`Select ${row.name}${row.label === null ? '' : `, ${row.label}`}`}
    checked={chosen.has(row.id)}
    onChange={() => onChoose(row.id)}
  />
);

const Cards = ({ rows, onOpen, chosen, onChoose }: RowsProps) => (
  <ul aria-label="Expirations" aria-busy={!rows} className={`divide-y divide-line ${rows ? '' : 'pulse'}`}>
    {!rows &&
      waiting.map((place) => (
        <li key={place} aria-hidden className="grid gap-2.5 p-3">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3 w-2/3" />
        </li>
      ))}
    {rows?.map((row) => (
      <li key={row.id} data-row={row.id} tabIndex={-1} className={rowClass}>
        {chosen && (
          <span className="float-right p-3">
            <Choice row={row} chosen={chosen} onChoose={onChoose} />
          </span>
        )}
        <ExpirationCard row={row} onOpen={onOpen} />
      </li>
    ))}
  </ul>
);

/** Keys that move between rows and open one. */
function useRowSteps(frame: RowsProps['frame'], open: (id: string) => void): void {
  const all = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const goTo = (place: number) => {
    const rows = all();
    rows[Math.max(0, Math.min(place, rows.length - 1))]?.focus();
  };
  const move = (steps: number) => () => {
    const at = all().findIndex((row) => row.contains(document.activeElement));
    goTo(at < 0 && steps < 0 ? 0 : at + steps);
  };
  useHotkeys(
    {
      ArrowDown: move(1),
      j: move(1),
      ArrowUp: move(-1),
      k: move(-1),
      PageDown: move(rowsOfPage),
      PageUp: move(-rowsOfPage),
      Home: () => goTo(0),
      End: () => goTo(Infinity),
      Enter: ({ target }) => {
        const id = target instanceof HTMLElement && target.dataset['row'];
        // A link in the row opens by itself.
        if (!id) return false;
        return open(id);
      },
    },
    frame,
  );
}
