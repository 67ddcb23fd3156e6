import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleCheck, Plug, Warehouse } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton, ImportButton } from '../../list/page-buttons.tsx';
import { DataTable, EmptyList } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { Pager } from '../../list/table/pager.tsx';
import { type RecordPage, usePagedRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { hostingCard, hostingColumns } from './hostings-columns.tsx';
import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { FacetFilter, flagChoices } from '../../list/facets/facet-filter.tsx';
import type { PagedList } from '../../list/use-list.ts';

export const Form = deferred(() => import('./hosting-form.tsx'));

export default function HostingsPage() {
  const page = usePagedRecordPage(client.hostings, {
    columns: hostingColumns,
  });
  const { state, list } = page;
  const { data: stats, isPending: loading } = useQuery(routeQuery(client.hostings.stats));

  return (
    <ListPage
      page={page}
      subtitle="Where servers are rented, and how to get in"
      actions={
        <>
          <ImportButton page={page} />
          <ExportButton page={page} label="Export CSV" />
          <AddButton page={page}>Add Hosting Account</AddButton>
        </>
      }
      stats={
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total Accounts', value: stats?.total, icon: Warehouse, shows: {} },
            {
              label: 'Active',
              value: stats?.active,
              icon: CircleCheck,
              tone: 'ok',
              shows: { isActive: 'true' },
            },
            {
              label: 'With API',
              value: stats?.withApiAccess,
              icon: Plug,
              tone: 'violet',
              shows: { hasApiAccess: 'true' },
            },
            { label: 'Providers', value: stats?.byProvider.length, icon: Building2, tone: 'teal' },
          ]}
        />
      }
      toolbar={
        <FilterBar
          page={page}
          placeholder="Search hosting accounts..."
          all={stats?.total}
          loading="Loading hosting accounts..."
          alwaysClears
        >
          <HostingFilters page={page} />
        </FilterBar>
      }
      table={
        <DataTable
          page={page}
          card={hostingCard}
          empty={
            <EmptyList
              page={page}
              icon={Warehouse}
              title="No hosting accounts found"
              body="Add the account that you have with a provider, and servers can refer to it."
              addLabel="Add First Hosting Account"
              noMatch={{ body: 'No hosting account matches the search and the filters.' }}
            />
          }
        />
      }
      pager={<Pager page={list.page} totalPages={list.totalPages} onPage={state.setPage} />}
      Form={Form}
      formMode="page"
    />
  );
}

const statuses = flagChoices('Active', 'Inactive');

type Filter = keyof typeof client.hostings.filters;

const HostingFilters = ({ page }: { page: RecordPage<Hosting, Filter, PagedList<Hosting>> }) => (
  <>
    <AnyFilter page={page} name="provider" allLabel="All Providers" />
    <AnyFilter page={page} name="emailAccountId" />
    <AnyFilter page={page} name="proxyId" />
    {/* Not the column's, because the status comes before the API access, whose column comes first. */}
    <FacetFilter
      label="Status"
      allLabel="All Status"
      options={statuses}
      value={page.state.filters.isActive}
      onChange={(value) => page.state.setFilter('isActive', value)}
    />
  </>
);
