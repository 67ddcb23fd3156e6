import type { ReactNode } from 'react';
import { formatDateTime } from '../../ui/format.ts';
import { usePrinting } from '../use-printing.ts';
import { FoldedFilters } from './facet-filter.tsx';

interface PrintedFiltersProps {
  /** How many rows there are. */
  count: string;
  search: string;
  /** Filters, of which paper shows those that are set. */
  children: ReactNode;
}

/** On paper: how many rows there are, at what time, and which filters chose them. */
export function PrintedFilters({ count, search, children }: PrintedFiltersProps) {
  if (!usePrinting()) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
      {count} · {formatDateTime(new Date().toISOString())}
      {search !== '' && ` · Search: ${search}`}
      <FoldedFilters value>{children}</FoldedFilters>
    </div>
  );
}
