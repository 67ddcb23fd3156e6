import { changingFacts } from '@quartermaster/contract/fact-changes/fact-changes.routes';
import { type LookKind, lookKinds, lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { AnyTagsFilter } from '../../list/facets/any-tags-filter.tsx';
import { ChipFilter } from '../../list/facets/facet-filter.tsx';
import type { FacetOption } from '../../list/facets/facet-options.ts';
import { FilterChip } from '../../list/facets/filter-chip.tsx';
import { SearchBox } from '../../list/facets/search-box.tsx';
import { TagFilters } from '../../list/facets/tag-filters.tsx';
import { WordsFilter } from '../../list/facets/words-filter.tsx';
import type { Entrance } from '../../list/table/table-props.ts';
import type { ListState } from '../../list/use-list-state.ts';
import { counted } from '../../records/count-text.ts';
import { entities } from '../../records/entities.ts';
import { fieldLabels, kindLabels } from '../../records/looked-up/fact-words.ts';
import { Button } from '../../ui/button.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import type { ChangeFilter } from './changes-query.ts';

const fieldsOf = (kind: LookKind): FacetOption[] =>
  changingFacts[kind].map((field) => ({ key: field, words: fieldLabels[field], group: kindLabels[kind] }));

const fieldOptions = lookKinds.flatMap(fieldsOf);
const areaOptions = (Object.keys(lookedUp) as (keyof typeof lookedUp)[]).map((area) => ({
  value: area,
  label: entities[area].title,
}));

interface FiltersProps {
  state: ListState<ChangeFilter>;
  total: number | undefined;
  entrance: Entrance;
}

/** The row above the list: search, filters, and how many changes there are. */
export function ChangesFilters({ state, total, entrance }: FiltersProps) {
  const { filters, setFilter } = state;
  const day = (name: 'from' | 'to', label: string) => (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      {label}
      <DayInput
        value={filters[name]?.slice(0, 10) ?? ''}
        onChange={(chosen) => setFilter(name, chosen || undefined)}
      />
    </label>
  );
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 print:hidden">
      <SearchBox
        value={state.search}
        onChange={(text) => {
          // Keep the focus in the search for more typing.
          entrance.current?.(false);
          state.setSearch(text);
        }}
        placeholder="Search changes..."
        onEnter={() => entrance.current?.(true)}
      />
      <WordsFilter
        label="What"
        options={fieldOptions}
        value={filters.field}
        onChange={(field) => setFilter('field', field)}
      />
      <AnyTagsFilter state={state} />
      <ChipFilter
        label="Kind of record"
        options={areaOptions}
        value={filters.area}
        onChange={(area) => setFilter('area', area)}
      />
      {day('from', 'From')}
      {day('to', 'To')}
      <TagFilters state={state} />
      {filters.recordId !== undefined && (
        <FilterChip removeLabel="Remove filter One record" onRemove={() => setFilter('recordId', undefined)}>
          One record
        </FilterChip>
      )}
      {state.isFiltered && (
        <Button variant="ghost" onClick={state.clear}>
          Clear Filters
        </Button>
      )}
      <output className="ml-auto text-sm text-ink-2" aria-live="polite">
        {total === undefined ? '' : counted({ one: 'change' }, total)}
      </output>
    </div>
  );
}
