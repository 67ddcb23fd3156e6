import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { SelectLoaded } from './select-box.tsx';
import type { AnyColumn } from './table-props.ts';
import type { Entity } from '../../records/entity.ts';
import type { Sort } from '../../records/url.ts';
import { WidthHandle } from './width-handle.tsx';
import type { Selection } from '../bulk/use-selection.ts';

interface TableHeadProps<T> {
  entity: Pick<Entity, 'path'>;
  columns: readonly AnyColumn<T>[];
  sort: Sort | undefined;
  onSort: (by: string) => void;
  selection: Pick<Selection<T>, 'loaded' | 'toggleLoaded'>;
}

const cell =
  'sticky top-0 z-20 h-9 border-b border-line bg-sunken px-2.5 text-left font-medium whitespace-nowrap text-ink-2 print:static';
const ends = (place: number) => (place === 0 ? 'left-10 z-30 pl-1' : '');

export function TableHead<T>({ entity, columns, sort, onSort, selection }: TableHeadProps<T>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className={`${cell} left-0 z-30 px-0 print:hidden`}>
          <SelectLoaded selection={selection} />
        </td>
        {columns.map(({ id, header, sortBy }, place) => {
          const order = sortBy && sort?.by === sortBy ? sort.order : undefined;
          return (
            <th
              key={id}
              scope="col"
              data-column={id}
              className={`${cell} ${ends(place)}`}
              {...(sortBy && { 'aria-sort': ariaSort(order) })}
            >
              {sortBy ? (
                <button
                  type="button"
                  className="-mx-1 inline-flex h-7 items-center gap-1.5 rounded px-1 hover:text-ink"
                  onClick={() => onSort(sortBy)}
                >
                  {header}
                  <SortMark order={order} />
                </button>
              ) : (
                header
              )}
              <WidthHandle entity={entity} column={id} />
            </th>
          );
        })}
        <th scope="col" className={`${cell} right-0 z-30 border-l print:hidden`}>
          Actions
        </th>
      </tr>
    </thead>
  );
}

function ariaSort(order: Sort['order'] | undefined) {
  if (!order) return 'none';
  return order === 'asc' ? 'ascending' : 'descending';
}

function SortMark({ order }: { order: Sort['order'] | undefined }) {
  const Mark = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <Mark size={13} aria-hidden className={`print:hidden ${order ? 'text-accent-text' : 'text-ink-3'}`} />
  );
}
