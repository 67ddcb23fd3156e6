import { client } from '@quartermaster/contract/api/client';
import { serverCountries } from '@quartermaster/contract/catalog/countries';
import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { FacetFilter } from '../../list/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';
import { useRecordChoices } from '../../list/use-record-choices.ts';
import { countryChoices, statusChoices } from './server-choices.ts';

type Filter = keyof typeof client.servers.filters;

const hostingText = ({ name, provider }: Hosting) => `${name} (${provider})`;

export function ServerFilters({ filters, setFilter }: Pick<ListState<Filter>, 'filters' | 'setFilter'>) {
  const accounts = useRecordChoices(client.hostings, hostingText, filters.hostingId);
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  return (
    <>
      <FacetFilter label="Hosting" allLabel="All Hostings" options={accounts} {...facet('hostingId')} />
      <FacetFilter
        label="Country"
        allLabel="All Countries"
        options={countryChoices(serverCountries, filters.country)}
        {...facet('country')}
      />
      <FacetFilter label="Status" allLabel="All Status" options={statusChoices} {...facet('status')} />
    </>
  );
}
