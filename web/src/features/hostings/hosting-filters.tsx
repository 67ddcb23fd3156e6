import type { client } from '@quartermaster/contract/api/client';
import type { Group } from '@quartermaster/contract/api/summaries';
import { type Choice, FacetFilter } from '../../list/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';

const apiAccess = [
  { value: 'true', label: 'With API' },
  { value: 'false', label: 'Without API' },
];
const statuses = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];

type Filter = keyof typeof client.hostings.filters;

interface HostingFiltersProps {
  state: Pick<ListState<Filter>, 'filters' | 'setFilter'>;
  /** The providers in use; undefined while they load. */
  providers: readonly Group[] | undefined;
}

export function HostingFilters({ state: { filters, setFilter }, providers = [] }: HostingFiltersProps) {
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  return (
    <>
      <FacetFilter
        label="Provider"
        allLabel="All Providers"
        options={providerChoices(providers, filters.provider)}
        {...facet('provider')}
      />
      <FacetFilter label="Status" allLabel="All Status" options={statuses} {...facet('isActive')} />
      <FacetFilter
        label="API Access"
        allLabel="All API Access"
        options={apiAccess}
        {...facet('hasApiAccess')}
      />
    </>
  );
}

/** The chosen one is among them even when its last account was deleted. */
const providerChoices = (providers: readonly Group[], chosen: string | undefined): Choice[] =>
  [...new Set([...providers.map(({ key }) => key), ...(chosen ? [chosen] : [])])]
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .map((value) => ({ value, label: value }));
