import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { counted, countText } from '../../records/count-text.ts';
import type { Versioned } from '../../records/entity.ts';
import { FacetFilter, FoldedFilters } from './facet-filter.tsx';
import { FilterChip } from './filter-chip.tsx';
import { SearchBox } from './search-box.tsx';
import { TagFacet } from './tag-facet.tsx';
import { SecretCommentFilter } from './secret-comment-filter.tsx';
import type { ListState } from '../use-list-state.ts';
import { SelectLoaded } from '../table/select-box.tsx';
import { TagFilters } from './tag-filters.tsx';
import type { RecordPage } from '../use-record-page.ts';
import { ViewOptions } from '../views/view-options.tsx';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import { formatDateTime } from '../../ui/format.ts';
import { usePrinting } from '../use-printing.ts';

// Rarely shown, so its code must not delay the first row.
const RelatedFilter = deferred(() => import('./related-filter.tsx'));

interface FilterBarProps<T extends Versioned> {
  page: RecordPage<T>;
  placeholder: string;
  /** The number of records without filters. */
  all: number | undefined;
  /** What the count goes by, where the page counts the same in another way too: 'by stored status'. */
  basis?: string | undefined;
  /** Whether to show 'n of all'; by default if a filter is set. */
  isFiltered?: boolean;
  /** Shown instead of the count while the first rows load. */
  loading?: string;
  /** Shows 'Clear Filters' even without filters. */
  alwaysClears?: boolean;
  /** Puts the filters behind a button even if there is room for them. */
  collapsible?: boolean;
  /** Filters. */
  children?: ReactNode;
}

/** The row above a table: search, filters, and how many rows there are. */
export function FilterBar<T extends Versioned>(props: FilterBarProps<T>) {
  const { page, placeholder, all, loading = '', collapsible = false, alwaysClears = false, children } = props;
  const { entity, list, state } = page;
  const { isFiltered = state.isFiltered } = props;
  const { search, related, ids, activeFilters } = state;
  const panel = useId();
  const isWide = useMedia(tableMedia);
  const [isOpen, setOpen] = useState(activeFilters > 0);
  const filters = (
    <>
      {children}
      {page.columnFilters.map((filter) => (
        <FacetFilter key={filter.label} {...filter} />
      ))}
      {entity.csv?.['Tags'] && <TagFacet page={page} />}
    </>
  );
  const chips = (
    <>
      {related.to && <RelatedFilter {...related} to={related.to} />}
      {ids.length > 0 && (
        <FilterChip removeLabel="Remove filter Chosen" onRemove={() => state.showRecords([])}>
          Chosen: {counted(entity, ids.length)}
        </FilterChip>
      )}
      <SecretCommentFilter state={state as unknown as ListState} />
      <TagFilters state={state} />
    </>
  );
  const folds = collapsible || !isWide;
  const clear = children && (alwaysClears || activeFilters > 0 || search !== '') && (
    <Button variant="ghost" onClick={state.clear}>
      Clear Filters
    </Button>
  );
  return (
    <>
      <PrintedFilters count={countText(entity, list.total, isFiltered, all)} search={search}>
        {filters}
        {chips}
      </PrintedFilters>
      <div
        role="search"
        data-open={isOpen || undefined}
        className="z-10 -mx-4 -mb-1 flex flex-wrap items-center gap-2 bg-canvas px-4 py-1 not-data-open:sticky not-data-open:top-[52px] md:static! md:m-0 md:p-0 print:hidden"
      >
        {!isWide && (
          <div className="size-8 shrink-0">
            <SelectLoaded selection={page.selection} />
          </div>
        )}
        <SearchBox
          value={search}
          onChange={(text) => {
            // Keep the focus in the search for more typing.
            page.entrance.current?.(false);
            state.setSearch(text);
          }}
          placeholder={placeholder}
          onEnter={() => page.entrance.current?.(true)}
        />
        {folds && (
          <Button
            icon={SlidersHorizontal}
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="max-md:sr-only">Filters</span>
            {activeFilters > 0 && (
              <span className="rounded bg-accent-soft px-1.5 text-accent-text">{activeFilters}</span>
            )}
          </Button>
        )}
        {!folds && filters}
        {folds && !isOpen && <FoldedFilters value>{filters}</FoldedFilters>}
        {chips}
        {!folds && clear}
        <div className="ml-auto flex items-center gap-2 ">
          <output className="text-sm text-ink-2 max-md:sr-only" aria-live="polite">
            {list.isLoading ? loading : countText(entity, list.total, isFiltered, all)}
          </output>
          {props.basis !== undefined && (
            <span className="text-xs text-ink-2 max-md:sr-only">{props.basis}</span>
          )}
          <ViewOptions page={page} />
        </div>
        {folds && (
          <div
            id={panel}
            hidden={!isOpen}
            className="flex w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 [&[hidden]]:hidden"
          >
            {isOpen && filters}
            {isOpen && clear}
          </div>
        )}
      </div>
    </>
  );
}

interface PrintedFiltersProps {
  /** How many rows there are. */
  count: string;
  search: string;
  /** Filters, of which paper shows those that are set. */
  children: ReactNode;
}

/** On paper: how many rows there are, at what time, and which filters chose them. */
function PrintedFilters({ count, search, children }: PrintedFiltersProps) {
  if (!usePrinting()) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
      {count} · {formatDateTime(new Date().toISOString())}
      {search !== '' && ` · Search: ${search}`}
      <FoldedFilters value>{children}</FoldedFilters>
    </div>
  );
}
