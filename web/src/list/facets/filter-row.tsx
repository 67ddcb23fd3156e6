import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import type { Selection } from '../bulk/use-selection.ts';
import { SelectLoaded } from '../table/select-box.tsx';
import type { Entrance } from '../table/table-props.ts';
import type { ListState } from '../use-list-state.ts';
import { SearchBox } from './search-box.tsx';

interface FilterRowProps<T extends { id: string }> {
  state: Pick<ListState, 'search' | 'setSearch' | 'clear'>;
  placeholder: string;
  entrance: Entrance;
  /** Undefined if rows can't be selected. */
  selection: Selection<T> | undefined;
  /** How many filters are set, and whether these or a search leave rows out. */
  activeFilters: number;
  isFiltered: boolean;
  /** The filters, which fold away on a phone. */
  filters: ReactNode;
  /** Filters that are always in view. */
  chips: ReactNode;
  /** How many rows there are, in words. */
  count: ReactNode;
}

/** The row above a list: search, filters, and how many rows there are. */
export function FilterRow<T extends { id: string }>({
  state,
  placeholder,
  entrance,
  selection,
  activeFilters,
  isFiltered,
  filters,
  chips,
  count,
}: FilterRowProps<T>) {
  const panel = useId();
  const isWide = useMedia(tableMedia);
  const [isOpen, setOpen] = useState(false);
  const clear = isFiltered && (
    <Button variant="ghost" onClick={state.clear}>
      Clear Filters
    </Button>
  );
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 print:hidden">
      {!isWide && selection && (
        <div className="size-8 shrink-0">
          <SelectLoaded selection={selection} />
        </div>
      )}
      <SearchBox
        value={state.search}
        onChange={(text) => {
          // Keep the focus in the search for more typing.
          entrance.current?.(false);
          state.setSearch(text);
        }}
        placeholder={placeholder}
        onEnter={() => entrance.current?.(true)}
      />
      {!isWide && (
        <Button
          icon={SlidersHorizontal}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="sr-only">Filters</span>
          {activeFilters > 0 && formatNumber(activeFilters)}
        </Button>
      )}
      {isWide && filters}
      {chips}
      {isWide && clear}
      <output className="ml-auto text-sm text-ink-2" aria-live="polite">
        {count}
      </output>
      {!isWide && (
        <div
          id={panel}
          hidden={!isOpen}
          className="flex w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 [&[hidden]]:hidden"
        >
          {filters}
          {clear}
        </div>
      )}
    </div>
  );
}
