import { client } from '@quartermaster/contract/api/client';
import { alertStates } from '@quartermaster/contract/alerts/alerts.routes';
import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { expirationKinds, expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import type { Selection } from '../../list/bulk/use-selection.ts';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { AnyTagsFilter } from '../../list/facets/any-tags-filter.tsx';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import { SearchBox } from '../../list/facets/search-box.tsx';
import { TagFilters } from '../../list/facets/tag-filters.tsx';
import { WordsFilter } from '../../list/facets/words-filter.tsx';
import { SelectLoaded } from '../../list/table/select-box.tsx';
import type { Entrance } from '../../list/table/table-props.ts';
import type { ListState } from '../../list/use-list-state.ts';
import { alertStateLabels } from '../../records/alerts/alert-words.ts';
import { counted } from '../../records/count-text.ts';
import { Button } from '../../ui/button.tsx';
import { tableMedia, useMedia } from '../../ui/use-media.ts';
import type { AlertFilter } from './alerts-query.ts';

interface FiltersProps {
  state: ListState<AlertFilter>;
  isFiltered: boolean;
  total: number | undefined;
  entrance: Entrance;
  /** Undefined if rows can't be selected. */
  selection: Selection<ListedAlert> | undefined;
}

/** The row above the table: search, filters, and how many alerts there are. On a phone the filters fold away. */
export function AlertFilters({ state, isFiltered, total, entrance, selection }: FiltersProps) {
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
        placeholder="Search alerts..."
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
        </Button>
      )}
      {isWide && <Filters state={state} />}
      <TagFilters state={state} />
      {isWide && clear}
      <output className="ml-auto text-sm text-ink-2" aria-live="polite">
        {total === undefined ? '' : counted({ one: 'alert' }, total)}
      </output>
      {!isWide && (
        <div
          id={panel}
          hidden={!isOpen}
          className="flex w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 [&[hidden]]:hidden"
        >
          <Filters state={state} />
          {clear}
        </div>
      )}
    </div>
  );
}

const whatOptions = expirationKinds.map((key) => ({ key, words: expirationLabels[key] }));
const stateOptions = alertStates.map((key) => ({ key, words: alertStateLabels[key] }));

/** Registrars are asked of the domains, since nothing else has one. */
const everyDomain = { query: {}, asked: '' };

function Filters({ state }: Pick<FiltersProps, 'state'>) {
  const { filters, setFilter, setFilters } = state;
  const mayManage = useMay('manage');
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
        onChange={(words) => setFilters({ state: words, view: 'open' })}
      />
      <AnyTagsFilter state={state} />
      <AnyFilter
        page={{ entity: client.domains, state: { ...everyDomain, filters, setFilter } }}
        name="registratorAccountId"
        label="Registrar"
        words={({ label, detail }) => (detail === null ? label : `${label} · ${detail}`)}
      />
      {mayManage && <ToldFilter value={filters.told} onChange={(id) => setFilter('told', id)} />}
    </>
  );
}

interface ToldFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** The channels and people whom messages may have reached. */
function ToldFilter({ value, onChange }: ToldFilterProps) {
  const channels = useQuery(routeQuery(client.channels.list)).data?.channels ?? [];
  const members = useQuery(routeQuery(client.members.list)).data?.members ?? [];
  const options = [
    ...channels.map(({ id, name }) => ({ value: id, label: name })),
    ...members.map(({ userId, name, email }) => ({ value: userId, label: name ?? email })),
  ];
  return <FacetFilter label="Told" options={options} value={value} onChange={onChange} />;
}
