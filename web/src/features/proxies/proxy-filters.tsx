import type { client } from '@quartermaster/contract/api/client';
import { proxyTypes } from '@quartermaster/contract/catalog/proxy-types';
import type { Group } from '@quartermaster/contract/api/summaries';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';

const types = proxyTypes.map((type) => ({ value: type, label: type }));

type Filter = keyof typeof client.proxies.filters;

interface ProxyFiltersProps extends Pick<ListState<Filter>, 'filters' | 'setFilter'> {
  /** The countries of the existing proxies. */
  countries: readonly Group[];
}

export function ProxyFilters({ filters, setFilter, countries }: ProxyFiltersProps) {
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  // Keep the selected country, even after its last proxy was deleted.
  const names = new Set([...countries.map(({ key }) => key), ...(filters.country ? [filters.country] : [])]);
  const places = [...names].sort().map((name) => ({ value: name, label: name }));
  return (
    <>
      <FacetFilter label="Proxy Type" options={types} {...facet('type')} />
      <FacetFilter label="Country" options={places} {...facet('country')} />
    </>
  );
}
