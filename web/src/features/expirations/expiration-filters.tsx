import { AnyTagsFilter } from '../../list/facets/any-tags-filter.tsx';
import { type Choice, ChipFilter, FacetFilter } from '../../list/facets/facet-filter.tsx';
import { FilterChip } from '../../list/facets/filter-chip.tsx';
import { FilterRow } from '../../list/facets/filter-row.tsx';
import { RegistrarFilter } from '../../list/facets/registrar-filter.tsx';
import { TagFilters } from '../../list/facets/tag-filters.tsx';
import { WordsFilter } from '../../list/facets/words-filter.tsx';
import type { Amounts, Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import type { Selection } from '../../list/bulk/use-selection.ts';
import type { Entrance } from '../../list/table/table-props.ts';
import type { ListState } from '../../list/use-list-state.ts';
import { counted } from '../../records/count-text.ts';
import { moneyText } from '../../records/dates/renewal-text.ts';
import { entities } from '../../records/entities.ts';
import { formatDay } from '../../ui/format.ts';
import { stateOptions, whatOptions } from './expiration-words.ts';
import { type Filter, noDates } from './expirations-query.ts';
import { daysOf, monthName } from './month-strip.tsx';

interface FiltersProps {
  state: ListState<Filter>;
  total: number | undefined;
  /** What these cost together. */
  sum: Amounts | undefined;
  entrance: Entrance;
  /** Undefined if rows can't be selected. */
  selection: Selection<Expiration> | undefined;
}

/** The row above the list: search, filters, and how many dates there are. On a phone the filters fold away. */
export const ExpirationFilters = ({ state, total, sum, entrance, selection }: FiltersProps) => (
  <FilterRow
    state={state}
    placeholder="Search names and labels..."
    entrance={entrance}
    selection={selection}
    activeFilters={state.activeFilters}
    isFiltered={state.isFiltered}
    filters={<Filters state={state} />}
    chips={
      <>
        <TagFilters state={state} />
        <RangeChip state={state} />
        <HasDateChip state={state} />
      </>
    }
    count={total !== undefined && <Count total={total} sum={sum ?? []} />}
  />
);

/** '4 dates · €12.50 + $9.00' */
const Count = ({ total, sum }: { total: number; sum: Amounts }) => (
  <>
    <span>{counted({ one: 'date' }, total)}</span>
    {sum.length > 0 && (
      <span data-tip="The prices of these dates, each once">
        {' · '}
        <span className="font-medium text-ink">
          {sum.map(({ amount, currency }) => moneyText(amount, currency)).join(' + ')}
        </span>
      </span>
    )}
  </>
);

const withinChoices: Choice[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '60', label: '60 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

function Filters({ state }: { state: ListState<Filter> }) {
  const { filters, setFilter, setFilters } = state;
  const { within } = filters;
  const isKnown = within === undefined || withinChoices.some(({ value }) => value === within);
  const choices = isKnown ? withinChoices : [...withinChoices, { value: within, label: `${within} days` }];
  return (
    <>
      <WordsFilter
        label="What"
        options={whatOptions}
        value={filters.what}
        onChange={(what) => setFilter('what', what)}
      />
      <WordsFilter
        label="State"
        options={stateOptions}
        value={filters.state}
        onChange={(words) => setFilter('state', words)}
      />
      <FacetFilter
        label="Within"
        options={choices}
        value={within}
        onChange={(days) => setFilters({ ...noDates, within: days })}
      />
      <RegistrarFilter state={state} />
      <AnyTagsFilter state={state} />
      <ChipFilter
        label="Kind of record"
        options={Object.entries(entities).map(([value, { title }]) => ({ value, label: title }))}
        value={filters.area}
        onChange={(area) => setFilter('area', area)}
      />
      {filters.recordId !== undefined && (
        <FilterChip removeLabel="Remove filter One record" onRemove={() => setFilter('recordId', undefined)}>
          One record
        </FilterChip>
      )}
    </>
  );
}

/** 'Jan 2027' for a whole month. */
function rangeText(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && daysOf(from).to === to && from.endsWith('-01')) return monthName(from);
  return [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`].filter(Boolean).join(' ');
}

function HasDateChip({ state: { filters, setFilter } }: { state: ListState<Filter> }) {
  if (filters.hasDate === undefined) return null;
  const text = filters.hasDate === 'true' ? 'With a date' : 'Without a date';
  return (
    <FilterChip removeLabel={`Remove filter ${text}`} onRemove={() => setFilter('hasDate', undefined)}>
      {text}
    </FilterChip>
  );
}

function RangeChip({ state: { filters, setFilters } }: { state: ListState<Filter> }) {
  const { from, to } = filters;
  if (from === undefined && to === undefined) return null;
  const text = rangeText(from, to);
  return (
    <FilterChip
      removeLabel={`Remove filter ${text}`}
      onRemove={() => setFilters({ from: undefined, to: undefined })}
    >
      {text}
    </FilterChip>
  );
}
