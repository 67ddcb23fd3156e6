import clsx from 'clsx';
import { SortMark, ariaSort, sortButtonClass } from './sort-mark.tsx';
import { SelectLoaded } from './select-box.tsx';
import type { AnyColumn } from './table-props.ts';
import type { Entity } from '../../records/entity.ts';
import type { Sort } from '../../records/url.ts';
import { useColumns } from '../views/view.ts';
import { useColumnMoves } from './use-column-moves.ts';
import { WidthHandle } from './width-handle.tsx';
import type { Selection } from '../bulk/use-selection.ts';

interface TableHeadProps<T> {
  entity: Pick<Entity, 'path'>;
  /** All columns, hidden ones too. */
  columns: readonly AnyColumn<T>[];
  sort: Sort | undefined;
  onSort: (by: string) => void;
  selection: Pick<Selection<T>, 'loaded' | 'toggleLoaded'>;
}

const cell =
  'sticky top-0 z-20 h-9 border-b border-line bg-sunken px-2.5 text-left font-medium whitespace-nowrap text-ink-2 print:static';
const ends = (place: number) => (place === 0 ? 'left-10 z-30 pl-1' : '');
const focus = 'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent';
const arrivals = {
  left: 'shadow-[inset_3px_0_var(--color-accent)]',
  right: 'shadow-[inset_-3px_0_var(--color-accent)]',
};
const moveKeys = 'Alt+ArrowLeft Alt+ArrowRight';

export function TableHead<T>({ entity, columns, sort, onSort, selection }: TableHeadProps<T>) {
  const { shown } = useColumns(entity, columns);
  const { handlers, dragged, arrivalAt } = useColumnMoves(entity, columns);
  return (
    <thead>
      <tr aria-rowindex={1} {...handlers} className={dragged && 'cursor-grabbing select-none'}>
        <td className={`${cell} left-0 z-30 px-0 print:hidden`}>
          <SelectLoaded selection={selection} />
        </td>
        {shown.map(({ id, header, sortBy }, place) => {
          const order = sortBy && sort?.by === sortBy ? sort.order : undefined;
          const arrival = arrivalAt(id);
          const keys = place > 0 && { 'aria-keyshortcuts': moveKeys };
          return (
            <th
              key={id}
              scope="col"
              data-column={id}
              className={clsx(
                cell,
                focus,
                ends(place),
                id === dragged && 'opacity-60',
                arrival && arrivals[arrival],
              )}
              {...(sortBy ? { 'aria-sort': ariaSort(order) } : { tabIndex: 0, ...keys })}
            >
              {sortBy ? (
                <button type="button" {...keys} className={sortButtonClass} onClick={() => onSort(sortBy)}>
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
