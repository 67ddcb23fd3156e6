import type { client } from '@quartermaster/contract/api/client';
import { serverCountries } from '@quartermaster/contract/catalog/countries';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import type { PagedList } from '../../list/use-list.ts';
import type { RecordPage } from '../../list/use-record-page.ts';
import { countryChoices, statusChoices } from './server-choices.ts';

type Filter = keyof typeof client.servers.filters;

const hostingWords = ({ label, detail }: { label: string; detail: string | null }) => `${label} (${detail})`;

export function ServerFilters({ page }: { page: RecordPage<Server, Filter, PagedList<Server>> }) {
  const { filters, setFilter } = page.state;
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  return (
    <>
      <AnyFilter page={page} name="hostingId" label="Hosting" allLabel="All Hostings" words={hostingWords} />
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
