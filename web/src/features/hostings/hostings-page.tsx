import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Building2, CircleCheck, Plug, Plus, SearchX, Warehouse } from 'lucide-react';
import { useMemo } from 'react';
import { endpointQuery } from '../../api/queries.ts';
import { BulkBar } from '../../list/bulk-bar.tsx';
import { countText } from '../../records/count-text.ts';
import { DataTable } from '../../list/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { FilterBar } from '../../list/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { Pager } from '../../list/pager.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { useDeleteDialog } from '../../records/use-delete-dialog.tsx';
import { usePagedList } from '../../list/use-list.ts';
import { useListState } from '../../list/use-list-state.ts';
import { useProblem } from '../../records/use-problem.ts';
import { useRecord } from '../../records/use-record.ts';
import { useSelection } from '../../list/use-selection.ts';
import { ViewOptions } from '../../list/view-options.tsx';
import { Button } from '../../ui/button.tsx';
import { deferred, usePreload } from '../../ui/deferred.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { HostingFilters } from './hosting-filters.tsx';
import { hostingCard, hostingColumns, hostingName, hostingWords } from './hostings-columns.tsx';

const HostingForm = deferred(() => import('./hosting-form.tsx'));

export function HostingsPage() {
  const state = useListState(client.hostings);
  const list = usePagedList(client.hostings, state, hostingWords);
  usePreload(HostingForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.hostings, state.form, list.rows);
  const figures = useQuery(endpointQuery(client.hostings.stats));
  const { problem, report } = useProblem();
  const remove = useDeleteDialog(client.hostings, {
    question: () => 'Are you sure you want to delete this hosting account?',
    onDeleted: selection.drop,
    onError: report,
  });
  const columns = useMemo(() => hostingColumns(state.filterByTag), [state.filterByTag]);
  const add = () => state.openForm('new');
  const figure = { loading: figures.isPending };
  const stats = figures.data;

  return (
    <ListPage
      title="Hosting Accounts"
      subtitle="Where servers are rented, and how to get in"
      onAdd={add}
      actions={
        <>
          <ExportButton
            label="Export CSV"
            endpoint={client.hostings.export}
            columns={client.hostings.csv}
            list={list}
            onError={report}
          />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add Hosting Account
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load hosting accounts"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
        </>
      }
      stats={
        <>
          <StatCard label="Total Accounts" value={stats?.total} icon={Warehouse} {...figure} />
          <StatCard label="Active" value={stats?.active} icon={CircleCheck} tone="ok" {...figure} />
          <StatCard label="With API" value={stats?.withApiAccess} icon={Plug} tone="violet" {...figure} />
          <StatCard
            label="Providers"
            value={stats?.byProvider.length}
            icon={Building2}
            tone="teal"
            {...figure}
          />
        </>
      }
      toolbar={
        <FilterBar
          search={state.search}
          onSearch={state.setSearch}
          placeholder="Search hosting accounts..."
          count={
            list.isLoading
              ? 'Loading hosting accounts...'
              : countText(client.hostings, list.total, state.isFiltered, stats?.total)
          }
          active={state.activeFilters}
          onClear={state.clear}
          alwaysClears
          tags={state.tags}
          onRemoveTag={state.removeTag}
          related={state.related}
          view={<ViewOptions resource={client.hostings} columns={columns} list={list} onError={report} />}
        >
          <HostingFilters state={state} providers={stats?.byProvider} />
        </FilterBar>
      }
      bulk={
        <BulkBar
          resource={client.hostings}
          selection={selection}
          list={list}
          endpoint={client.hostings.export}
          columns={client.hostings.csv}
          tagsOf={({ tags }) => tags}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.hostings}
          label="Hosting accounts"
          list={list}
          columns={columns}
          name={hostingName}
          card={hostingCard}
          sort={state.sort}
          onSort={state.sortOn}
          selection={selection}
          onEdit={({ id }) => state.openForm(id)}
          onDelete={remove.ask}
          onRelations={state.showConnections}
          empty={state.isFiltered ? <NoMatch onClear={state.clear} /> : <NoneYet onAdd={add} />}
        />
      }
      pager={<Pager page={list.page} totalPages={list.totalPages} onPage={state.setPage} />}
      form={open.isReady && <HostingForm key={state.form} record={open.record} onClose={state.closeForm} />}
      formMode="page"
    >
      {remove.dialog}
    </ListPage>
  );
}

const title = 'No hosting accounts found';

const NoneYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={Warehouse}
    title={title}
    body="Add the account that you have with a provider, and servers can refer to it."
    action={
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Add First Hosting Account
      </Button>
    }
  />
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title={title}
    body="No hosting account matches the search and the filters."
    action={<Button onClick={onClear}>Clear Filters</Button>}
  />
);
