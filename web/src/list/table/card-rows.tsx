import { type ReactNode, memo, useRef, useState } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CardMenuProps } from './card-menu.tsx';
import { SelectBox } from './select-box.tsx';
import type { Identified } from '../../records/entity.ts';
import { type RowHandlers, type RowsProps, handlersOf } from './table-props.ts';
import { usePrinting } from '../use-printing.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useMeasuredRows } from './use-measured-rows.ts';
import { type Density, useDensity } from '../views/view.ts';

// Loaded on demand, to keep it off the way to the first card.
const CardMenu = deferred(() => import('./card-menu.tsx')) as <T extends Identified>(
  props: CardMenuProps<T>,
) => ReactNode;

const cardHeight = 96;
const waiting = Array.from({ length: 6 }, (_, index) => index);
const paddings: Record<Density, string> = { compact: 'py-1', default: 'py-2', comfortable: 'py-4' };

export function CardRows<T extends Identified>(props: RowsProps<T>) {
  const { label, list, selection, empty, box } = props;
  const { rows, start, total, isLoading, loadMore } = list;
  const whole = usePrinting();
  const [density] = useDensity();
  const shown = useMeasuredRows({
    count: rows.length,
    likelyHeight: cardHeight,
    box,
    whole,
    loadMore,
  });
  const onFocus = useRowKeys({ ...props, rows, isSettled: list.isSettled, scrollTo: shown.scrollTo });
  if (!isLoading && total === 0) return empty;
  // Leave room for the selection bar over the end of the page.
  const underBar = selection.count > 0 ? 'pb-32 **:scroll-mb-32' : '';
  return (
    <div
      ref={box}
      aria-busy={isLoading}
      tabIndex={-1}
      onFocus={onFocus}
      data-list-rows
      className={`outline-none print:pb-0 ${underBar}`}
    >
      <div style={{ height: shown.above }} />
      <ul aria-label={label} className={`divide-y divide-line ${isLoading ? 'pulse' : ''}`}>
        {isLoading
          ? waiting.map((index) => <Waiting key={index} />)
          : shown.indexes.map((index) => {
              const row = rows[index];
              const isSelected = row !== undefined && selection.has(row.id);
              return (
                row && (
                  <li
                    key={row.id}
                    ref={shown.measure}
                    tabIndex={-1}
                    data-index={index}
                    data-row={row.id}
                    aria-posinset={start + index + 1}
                    aria-setsize={total}
                    className={`group outline-none focus-visible:shadow-[inset_3px_0_var(--color-accent)] ${isSelected ? 'bg-accent-soft' : ''}`}
                  >
                    <Card
                      {...handlersOf(props)}
                      entity={props.entity}
                      row={row}
                      card={props.card}
                      isSelected={isSelected}
                      density={density}
                    />
                  </li>
                )
              );
            })}
      </ul>
      <div style={{ height: shown.below }} />
    </div>
  );
}

const Waiting = () => (
  <li className="grid gap-2.5 p-3" aria-hidden>
    <Skeleton className="h-4 w-1/2" />
    <Skeleton className="h-3 w-2/3" />
    <Skeleton className="h-3 w-1/3" />
  </li>
);

interface CardProps<T> extends RowHandlers<T>, Pick<RowsProps<T>, 'card' | 'entity'> {
  row: T;
  isSelected: boolean;
  density: Density;
}

const Card = memo(function Card<T extends Identified>(props: CardProps<T>) {
  const { row, name, card, isSelected, density, isLocked, onSelect } = props;
  return (
    <div
      className={`grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-2 px-2 text-sm has-data-dense:gap-y-1 ${paddings[density]}`}
    >
      <div className="-my-1 size-8 print:hidden">
        <SelectBox
          label={`Select ${name(row)}`}
          checked={isSelected}
          isLocked={isLocked?.(row)}
          onToggle={(range) => onSelect(row, range)}
        />
      </div>
      <MoreActions {...props} />
      {card(row)}
    </div>
  );
}) as <T extends Identified>(props: CardProps<T>) => ReactNode;

function MoreActions<T extends Identified>(props: CardProps<T>) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`More actions on ${props.name(props.row)}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-more
        onClick={() => setOpen(!isOpen)}
        className="no-print col-start-3 row-start-1 icon-more h-7 w-10 rounded-md hover:bg-line"
      />
      {isOpen && <CardMenu {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
