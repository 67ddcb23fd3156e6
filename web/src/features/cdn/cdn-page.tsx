import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Cloud, Layers, Mail, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { endpointQuery } from '../../api/queries.ts';
import { BulkBar } from '../../list/bulk-bar.tsx';
import { countText } from '../../records/count-text.ts';
import { DataTable } from '../../list/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { FilterBar } from '../../list/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useDeleteDialog } from '../../records/use-delete-dialog.tsx';
import { useList } from '../../list/use-list.ts';
import { useListState } from '../../list/use-list-state.ts';
import { useProblem } from '../../records/use-problem.ts';
import { useRecord } from '../../records/use-record.ts';
import { useSelection } from '../../list/use-selection.ts';
import { ViewOptions } from '../../list/view-options.tsx';
import { Button } from '../../ui/button.tsx';
import { deferred, usePreload } from '../../ui/deferred.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { cdnCard, cdnColumns, cdnName, cdnWords } from './cdn-columns.tsx';
import { cdnFilters } from './cdn-defaults.ts';
import { CdnFilters } from './cdn-filters.tsx';
import { NoCdnAccounts } from './no-cdn-accounts.tsx';
import { providerName } from './provider-badge.tsx';

const CdnForm = deferred(() => import('./cdn-form.tsx'));

export function CdnPage() {
  const state = useListState(client.cdn, cdnFilters);
  const list = useList(client.cdn, state, cdnWords);
  usePreload(CdnForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.cdn, state.form, list.rows);
  const figures = useQuery(endpointQuery(client.cdn.stats));
  const stats = figures.data?.stats;
  const { problem, report } = useProblem();
  const remove = useDeleteDialog(client.cdn, {
    question: ({ provider }) => `Are you sure you want to delete the ${providerName(provider)} CDN account?`,
    onDeleted: selection.drop,
    onError: report,
  });
  const columns = useMemo(() => cdnColumns(state.filterByTag), [state.filterByTag]);
  const add = () => state.openForm('new');
  const figure = { loading: figures.isPending };
  // The filter that the page starts with hides the inactive ones.
  const hidesSome = state.isFiltered || (list.total ?? 0) < (stats?.totalAccounts ?? 0);

  return (
    <ListPage
      title="CDN Accounts"
      subtitle="Manage your CDN provider accounts and configurations"
      onAdd={add}
      actions={
        <>
          <ExportButton
            endpoint={client.cdn.export}
            columns={client.cdn.csv}
            list={list}
            onError={report}
            disabled={list.rows.length === 0}
          />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add CDN Account
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load CDN accounts"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
        </>
      }
      stats={
        <>
          <StatCard label="Total CDN Accounts" value={stats?.totalAccounts} icon={Cloud} {...figure} />
          <StatCard
            label="Active Accounts"
            value={stats?.activeAccounts}
            icon={CircleCheck}
            tone="ok"
            {...figure}
          />
          <StatCard
            label="CDN Providers"
            value={stats?.accountsByProvider.length}
            icon={Layers}
            tone="violet"
            {...figure}
          />
          <StatCard
            label="Email Accounts"
            value={stats?.accountsByEmail.length}
            icon={Mail}
            tone="teal"
            {...figure}
          />
        </>
      }
      toolbar={
        <FilterBar
          search={state.search}
          onSearch={state.setSearch}
          placeholder="Search CDN accounts..."
          count={
            list.isLoading
              ? 'Loading CDN accounts...'
              : countText(client.cdn, list.total, hidesSome, stats?.totalAccounts)
          }
          active={state.activeFilters}
          onClear={state.clear}
          tags={state.tags}
          onRemoveTag={state.removeTag}
          related={state.related}
          view={<ViewOptions resource={client.cdn} columns={columns} list={list} onError={report} />}
          collapsible
        >
          <CdnFilters
            filters={state.filters}
            setFilter={state.setFilter}
            emails={stats?.accountsByEmail ?? []}
          />
        </FilterBar>
      }
      bulk={
        <BulkBar
          resource={client.cdn}
          selection={selection}
          list={list}
          endpoint={client.cdn.export}
          columns={client.cdn.csv}
          tagsOf={({ tags }) => tags}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.cdn}
          label="CDN accounts"
          list={list}
          columns={columns}
          name={cdnName}
          card={cdnCard}
          sort={state.sort}
          onSort={state.sortOn}
          selection={selection}
          onEdit={({ id }) => state.openForm(id)}
          onDelete={remove.ask}
          onRelations={state.showConnections}
          empty={
            <NoCdnAccounts
              onAdd={add}
              onClear={state.isFiltered ? state.clear : undefined}
              onShowAll={hidesSome ? () => state.setFilter('isActive', undefined) : undefined}
            />
          }
        />
      }
      form={open.isReady && <CdnForm key={state.form} record={open.record} onClose={state.closeForm} />}
    >
      {remove.dialog}
    </ListPage>
  );
}
