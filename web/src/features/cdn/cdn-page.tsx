import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Cloud, Layers, Mail, Plus, SearchX } from 'lucide-react';
import { routeQuery } from '../../api/queries.ts';
import { AddButton, ImportButton } from '../../list/page-buttons.tsx';
import { DataTable } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type RecordPage, useRecordPage } from '../../list/use-record-page.ts';
import { deferred } from '../../ui/deferred.tsx';
import { cdnCard, cdnColumns, cdnName, deleteQuestion } from './cdn-columns.tsx';
import type { CdnAccount } from '@quartermaster/contract/entities/cdn/cdn.schema';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { ChipFilter } from '../../list/facets/facet-filter.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export const Form = deferred(() => import('./cdn-form.tsx'));

export default function CdnPage() {
  const page = useRecordPage(client.cdn, {
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
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total CDN Accounts', value: stats?.totalAccounts, icon: Cloud, shows: {} },
            {
              label: 'Active Accounts',
              value: stats?.activeAccounts,
              icon: CircleCheck,
              tone: 'ok',
              shows: { isActive: 'true' },
            },
            { label: 'CDN Providers', value: stats?.accountsByProvider.length, icon: Layers, tone: 'violet' },
            { label: 'Email Accounts', value: stats?.accountsByEmail.length, icon: Mail, tone: 'teal' },
          ]}
        />
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
      Form={Form}
    />
  );
}

const auth = [
  { value: 'missing', label: 'Missing' },
  { value: 'set', label: 'Set' },
];

type Filter = keyof typeof client.cdn.filters;

function CdnFilters({ page }: { page: RecordPage<CdnAccount, Filter> }) {
  const { filters, setFilter } = page.state;
  return (
    <>
      <AnyFilter page={page} name="provider" label="CDN Provider" allLabel="All providers" />
      <AnyFilter page={page} name="emailAccountId" allLabel="All email accounts" />
      <AnyFilter page={page} name="proxyId" />
      <ChipFilter
        label="Authentication"
        options={auth}
        value={filters.auth}
        onChange={(value) => setFilter('auth', value)}
      />
    </>
  );
}

interface NoCdnAccountsProps {
  onAdd: () => void;
  /** Undefined if there is nothing to clear. */
  onClear: (() => void) | undefined;
  /** Set if there are accounts, but none is active. */
  onShowAll: (() => void) | undefined;
}

const title = 'No CDN accounts found';

function NoCdnAccounts({ onAdd, onClear, onShowAll }: NoCdnAccountsProps) {
  if (onClear || onShowAll)
    return (
      <EmptyState
        icon={SearchX}
        title={title}
        body="No CDN accounts match your filters. Try adjusting your search criteria."
        action={
          onClear ? (
            <Button onClick={onClear}>Clear Filters</Button>
          ) : (
            <Button onClick={onShowAll}>Show All Accounts</Button>
          )
        }
      />
    );
  return (
    <EmptyState
      icon={Cloud}
      title={title}
      body="Get started by adding your first CDN account."
      action={
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          Add First CDN Account
        </Button>
      }
    />
  );
}
