import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Cloud, Layers, Mail } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton } from '../../list/add-button.tsx';
import { BulkBar } from '../../list/bulk/bulk-bar.tsx';
import { DataTable } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { ImportButton } from '../../list/import-button.tsx';
import { FilterCard } from '../../list/facets/filter-card.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { cdnCard, cdnColumns, cdnName, cdnWords, deleteQuestion } from './cdn-columns.tsx';
import { CdnFilters } from './cdn-filters.tsx';
import { NoCdnAccounts } from './no-cdn-accounts.tsx';

export const Form = deferred(() => import('./cdn-form.tsx'));

export default function CdnPage() {
  const page = useRecordPage(client.cdn, {
    words: cdnWords,
    columns: cdnColumns,
    question: deleteQuestion,
  });
  const { state, list } = page;
  const { data, isPending: loading } = useQuery(routeQuery(client.cdn.stats));
  const stats = data?.stats;
  // The page's initial filter hides inactive accounts.
  const hidesSome = state.isFiltered || (list.total ?? 0) < (stats?.totalAccounts ?? 0);

  return (
    <ListPage
      page={page}
      subtitle="Manage your CDN provider accounts and configurations"
      actions={
        <>
          <ImportButton page={page} />
          <ExportButton page={page} disabled={list.rows.length === 0} />
          <AddButton page={page}>Add CDN Account</AddButton>
        </>
      }
      stats={
        <>
          <FilterCard
            page={page}
            label="Total CDN Accounts"
            value={stats?.totalAccounts}
            icon={Cloud}
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Active Accounts"
            shows={{ isActive: 'true' }}
            value={stats?.activeAccounts}
            icon={CircleCheck}
            tone="ok"
            loading={loading}
          />
          <StatCard
            label="CDN Providers"
            value={stats?.accountsByProvider.length}
            icon={Layers}
            tone="violet"
            loading={loading}
          />
          <StatCard
            label="Email Accounts"
            value={stats?.accountsByEmail.length}
            icon={Mail}
            tone="teal"
            loading={loading}
          />
        </>
      }
      toolbar={
        <FilterBar
          page={page}
          placeholder="Search CDN accounts..."
          all={stats?.totalAccounts}
          isFiltered={hidesSome}
          loading="Loading CDN accounts..."
          collapsible
          alwaysClears
        >
          <CdnFilters page={page} />
        </FilterBar>
      }
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={cdnName}
          card={cdnCard}
          empty={
            <NoCdnAccounts
              onAdd={page.add}
              onClear={state.isFiltered ? state.clear : undefined}
              onShowAll={hidesSome ? () => state.setFilter('isActive', undefined) : undefined}
            />
          }
        />
      }
      form={(record) => <Form record={record} onClose={state.closeForm} />}
    />
  );
}
