import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, lazy, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SearchBox } from './search-box.tsx';
import { TagFilters } from './tag-filters.tsx';
import type { Related } from './use-list-state.ts';
import { tableMedia, useMedia } from './use-media.ts';

// Seldom there, so that the first row need not wait for it.
const RelatedFilter = lazy(() => import('./related-filter.tsx'));

interface FilterBarProps {
  search: string;
  onSearch: (text: string) => void;
  placeholder: string;
  /** How many there are, in words: '12 domains', '3 of 12'. */
  count: string;
  /** How many filters are set. */
  active?: number;
  /** Without it there is nothing to clear but the search. */
  onClear?: () => void;
  /** The way back to all rows is there even while nothing is filtered. */
  alwaysClears?: boolean;
  /** The filters wait behind a button even where there is room for them. */
  collapsible?: boolean;
  /** The tags that are filtered by, as `type:value`. */
  tags?: readonly string[];
  onRemoveTag?: (tag: string) => void;
  related: Related;
  /** A button after the count: how the list is shown. */
  view: ReactNode;
  /** Filters. */
  children?: ReactNode;
}

/** The row above a table: search, filters, and how many rows there are. */
export function FilterBar(props: FilterBarProps) {
  const { search, onSearch, placeholder, count, active = 0, onClear, collapsible = false, children } = props;
  const { tags = [], onRemoveTag, related, view, alwaysClears = false } = props;
  const panel = useId();
  const isWide = useMedia(tableMedia);
  const [isOpen, setOpen] = useState(active > 0);
  const folds = children !== undefined && (collapsible || !isWide);
  const clear = onClear && (alwaysClears || active > 0 || search !== '') && (
    <Button variant="ghost" onClick={onClear}>
      Clear Filters
    </Button>
  );
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 print:hidden">
      <SearchBox value={search} onChange={onSearch} placeholder={placeholder} />
      {folds && (
        <Button
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
          {active > 0 && <span className="rounded bg-accent-soft px-1.5 text-accent-text">{active}</span>}
        </Button>
      )}
      {!folds && children}
      {related.to && (
        <Suspense>
          <RelatedFilter {...related} to={related.to} />
        </Suspense>
      )}
      {onRemoveTag && <TagFilters tags={tags} onRemove={onRemoveTag} />}
      {!folds && clear}
      <div className="ml-auto flex items-center gap-2 max-md:basis-full">
        <output className="text-sm text-ink-2 max-md:grow" aria-live="polite">
          {count}
        </output>
        {view}
      </div>
      {folds && (
        <div
          id={panel}
          hidden={!isOpen}
          className="flex w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 [&[hidden]]:hidden"
        >
          {children}
          {clear}
        </div>
      )}
    </div>
  );
}
