import { type ReactNode, memo } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { RowActions } from './row-actions.tsx';
import type { Identified } from './resource.ts';
import type { DataTableProps, RowsProps } from './table-props.ts';
import { usePrinting } from './use-printing.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const cardHeight = 96;
const waiting = Array.from({ length: 6 }, (_, index) => index);

export function CardRows<T extends Identified>(props: RowsProps<T>) {
  const { label, list, empty, box } = props;
  const { rows, total, isLoading, loadMore } = list;
  const whole = usePrinting();
  const shown = useVirtualRows({
    count: rows.length,
    rowHeight: cardHeight,
    box,
    boxScrolls: false,
    whole,
    loadMore,
  });
  const onFocus = useRowFocus(box, rows);
  if (!isLoading && total === 0) return empty;
  return (
    <div ref={box} aria-busy={isLoading} tabIndex={-1} onFocus={onFocus} className="outline-none">
      <div style={{ height: shown.above }} />
      <ul aria-label={label} className="divide-y divide-line">
        {isLoading
          ? waiting.map((index) => <Waiting key={index} />)
          : shown.indexes.map((index) => {
              const row = rows[index];
              return (
                row && (
                  <li
                    key={row.id}
                    ref={shown.measure}
                    data-index={index}
                    data-row={row.id}
                    aria-posinset={index + 1}
                    aria-setsize={total}
                  >
                    <Card
                      row={row}
                      name={props.name}
                      card={props.card}
                      onEdit={props.onEdit}
                      onDelete={props.onDelete}
                      isLocked={props.isLocked}
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

type CardProps<T> = Pick<DataTableProps<T>, 'name' | 'card' | 'onEdit' | 'onDelete' | 'isLocked'> & {
  row: T;
};

const Card = memo(function Card<T>({ row, name, card, onEdit, onDelete, isLocked }: CardProps<T>) {
  return (
    <div className="flex gap-2 p-3 text-sm">
      <div className="min-w-0 flex-1">{card(row)}</div>
      <RowActions
        label={name(row)}
        onEdit={() => onEdit(row)}
        onDelete={() => onDelete(row)}
        isLocked={isLocked?.(row)}
      />
    </div>
  );
}) as <T>(props: CardProps<T>) => ReactNode;
