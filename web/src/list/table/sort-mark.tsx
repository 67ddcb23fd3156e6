import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { Sort } from '../../records/url.ts';

type Order = Sort['order'] | undefined;

/** What `aria-sort` of a header says. */
export function ariaSort(order: Order) {
  if (!order) return 'none';
  return order === 'asc' ? 'ascending' : 'descending';
}

/** The button in the header of a column that sorts. */
export const sortButtonClass = '-mx-1 inline-flex h-7 items-center gap-1.5 rounded px-1 hover:text-ink';

export function SortMark({ order }: { order: Order }) {
  const Mark = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <Mark size={13} aria-hidden className={`print:hidden ${order ? 'text-accent-text' : 'text-ink-3'}`} />
  );
}
