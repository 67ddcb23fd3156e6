import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Cable, CircleCheck, Globe, Network } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton, ImportButton } from '../../list/page-buttons.tsx';
import { DataTable, EmptyList } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { proxyCard, proxyColumns } from './proxies-columns.tsx';
import { proxyTypes } from '@quartermaster/contract/catalog/proxy-types';
import type { Group } from '@quartermaster/contract/api/summaries';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import type { ListState } from '../../list/use-list-state.ts';

export const Form = deferred(() => import('./proxy-form.tsx'));

export default function ProxiesPage() {
  const page = useRecordPage(client.proxies, { columns: proxyColumns });
  const { state } = page;
  const { data, isPending: loading } = useQuery(routeQuery(client.proxies.stats));
  const stats = data?.stats;

  return (
    <ListPage
      page={page}
      subtitle="Where traffic leaves from, and the logins for it"
      actions={
        <>
          <ImportButton page={page} />
          <ExportButton page={page} />
          <AddButton page={page}>Add Proxy</AddButton>
        </>
      }
      stats={
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total Proxies', value: stats?.totalProxies, icon: Network, shows: {} },
            {
              label: 'Active Proxies',
              value: stats?.activeProxies,
              icon: CircleCheck,
              tone: 'ok',
              shows: { isActive: 'true' },
            },
            { label: 'Countries', value: stats?.proxiesByCountry.length, icon: Globe, tone: 'teal' },
            { label: 'Proxy Types', value: stats?.proxyTypes.length, icon: Cable, tone: 'violet' },
          ]}
        />
      }
      toolbar={
        <FilterBar page={page} placeholder="Search proxies..." all={stats?.totalProxies}>
          <ProxyFilters
            filters={state.filters}
            setFilter={state.setFilter}
            countries={stats?.proxiesByCountry ?? []}
          />
        </FilterBar>
      }
      table={
        <DataTable
          page={page}
          card={proxyCard}
          empty={
            <EmptyList
              page={page}
              icon={Network}
              title="No proxies found"
              body="Add a proxy, and the accounts that are used through it can refer to it."
              addLabel="Add First Proxy"
              noMatch={{ body: 'No proxy matches the search and the filters.' }}
            />
          }
        />
      }
      Form={Form}
    />
  );
}

const types = proxyTypes.map((type) => ({ value: type, label: type }));

type Filter = keyof typeof client.proxies.filters;

interface ProxyFiltersProps extends Pick<ListState<Filter>, 'filters' | 'setFilter'> {
  /** The countries of the existing proxies. */
  countries: readonly Group[];
}

function ProxyFilters({ filters, setFilter, countries }: ProxyFiltersProps) {
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
