import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleCheck, Plug, Warehouse } from 'lucide-react';
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
import { Pager } from '../../list/table/pager.tsx';
import { usePagedRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { HostingFilters } from './hosting-filters.tsx';
import { hostingCard, hostingColumns, hostingName, hostingWords } from './hostings-columns.tsx';

export const Form = deferred(() => import('./hosting-form.tsx'));

export default function HostingsPage() {
  const page = usePagedRecordPage(client.hostings, {
    words: hostingWords,
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
        <>
          <FilterCard
            page={page}
            label="Total Accounts"
            value={stats?.total}
            icon={Warehouse}
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Active"
            shows={{ isActive: 'true' }}
            value={stats?.active}
            icon={CircleCheck}
            tone="ok"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="With API"
            shows={{ hasApiAccess: 'true' }}
            value={stats?.withApiAccess}
            icon={Plug}
            tone="violet"
            loading={loading}
          />
          <StatCard
            label="Providers"
            value={stats?.byProvider.length}
            icon={Building2}
            tone="teal"
            loading={loading}
          />
        </>
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
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={hostingName}
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
      form={(record) => <Form record={record} onClose={state.closeForm} />}
      formMode="page"
    />
  );
}
