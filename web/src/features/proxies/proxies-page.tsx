import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Cable, CircleCheck, Globe, Network } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton } from '../../list/add-button.tsx';
import { BulkBar } from '../../list/bulk/bulk-bar.tsx';
import { DataTable } from '../../list/table/data-table.tsx';
import { EmptyList } from '../../list/table/empty-list.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { ImportButton } from '../../list/import-button.tsx';
import { FilterCard } from '../../list/facets/filter-card.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { proxyCard, proxyColumns, proxyName, proxyWords } from './proxies-columns.tsx';
import { ProxyFilters } from './proxy-filters.tsx';

export const Form = deferred(() => import('./proxy-form.tsx'));

export default function ProxiesPage() {
  const page = useRecordPage(client.proxies, { words: proxyWords, columns: proxyColumns });
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
        <>
          <FilterCard
            page={page}
            label="Total Proxies"
            value={stats?.totalProxies}
            icon={Network}
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Active Proxies"
            shows={{ isActive: 'true' }}
            value={stats?.activeProxies}
            icon={CircleCheck}
            tone="ok"
            loading={loading}
          />
          <StatCard
            label="Countries"
            value={stats?.proxiesByCountry.length}
            icon={Globe}
            tone="teal"
            loading={loading}
          />
          <StatCard
            label="Proxy Types"
            value={stats?.proxyTypes.length}
            icon={Cable}
            tone="violet"
            loading={loading}
          />
        </>
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
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={proxyName}
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
      form={(record) => <Form record={record} onClose={state.closeForm} />}
    />
  );
}
