import { client } from '@quartermaster/contract/api/client';
import { alertStates } from '@quartermaster/contract/alerts/alerts.routes';
import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { expirationKinds, expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import type { Selection } from '../../list/bulk/use-selection.ts';
import { AnyTagsFilter } from '../../list/facets/any-tags-filter.tsx';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import { FilterRow } from '../../list/facets/filter-row.tsx';
import { RegistrarFilter } from '../../list/facets/registrar-filter.tsx';
import { TagFilters } from '../../list/facets/tag-filters.tsx';
import { WordsFilter } from '../../list/facets/words-filter.tsx';
import type { Entrance } from '../../list/table/table-props.ts';
import type { ListState } from '../../list/use-list-state.ts';
import { alertStateLabels } from '../../records/alerts/alert-words.ts';
import { counted } from '../../records/count-text.ts';
import type { AlertFilter } from './alerts-query.ts';

interface FiltersProps {
  state: ListState<AlertFilter>;
  activeFilters: number;
  total: number | undefined;
  entrance: Entrance;
  /** Undefined if rows can't be selected. */
  selection: Selection<ListedAlert> | undefined;
}

/** The row above the table: search, filters, and how many alerts there are. On a phone the filters fold away. */
export const AlertFilters = ({ state, activeFilters, total, entrance, selection }: FiltersProps) => (
  <FilterRow
    state={state}
    placeholder="Search alerts..."
    entrance={entrance}
    selection={selection}
    activeFilters={activeFilters}
    isFiltered={activeFilters > 0 || state.search.trim() !== ''}
    filters={<Filters state={state} />}
    chips={<TagFilters state={state} />}
    count={total === undefined ? '' : counted({ one: 'alert' }, total)}
  />
);

const whatOptions = expirationKinds.map((key) => ({ key, words: expirationLabels[key] }));
const stateOptions = alertStates.map((key) => ({ key, words: alertStateLabels[key] }));

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
      <RegistrarFilter state={state} />
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
