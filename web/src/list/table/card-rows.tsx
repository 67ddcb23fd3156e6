import { type ReactNode, memo } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RowActions } from './row-actions.tsx';
import { SelectBox } from './select-box.tsx';
import type { Identified } from '../../records/entity.ts';
import { type RowHandlers, type RowsProps, handlersOf } from './table-props.ts';
import { usePrinting } from '../use-printing.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useMeasuredRows } from './use-measured-rows.ts';
import { type Density, useDensity } from '../views/view.ts';

const cardHeight = 96;
const waiting = Array.from({ length: 6 }, (_, index) => index);
const paddings: Record<Density, string> = { compact: 'py-1.5', default: 'py-3', comfortable: 'py-4' };

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

interface CardProps<T> extends RowHandlers<T>, Pick<RowsProps<T>, 'card'> {
  row: T;
  isSelected: boolean;
  density: Density;
}

const Card = memo(function Card<T>(props: CardProps<T>) {
  const { row, name, card, isSelected, density, isLocked, onSelect } = props;
  return (
    <div className={`grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-2 px-2 text-sm ${paddings[density]}`}>
      <div className="-my-1 size-8 print:hidden">
        <SelectBox
          label={`Select ${name(row)}`}
          checked={isSelected}
          isLocked={isLocked?.(row)}
          onToggle={(range) => onSelect(row, range)}
        />
      </div>
      <div className="no-print -my-1 flow-root col-start-3 row-start-1">
        <RowActions {...props} />
      </div>
      {card(row)}
    </div>
  );
}) as <T>(props: CardProps<T>) => ReactNode;
