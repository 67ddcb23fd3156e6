import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Cable, CircleCheck, Globe, Network, Plus, SearchX } from 'lucide-react';
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
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { proxyCard, proxyColumns, proxyName, proxyWords } from './proxies-columns.tsx';
import { ProxyFilters } from './proxy-filters.tsx';

const ProxyForm = deferred(() => import('./proxy-form.tsx'));

export function ProxiesPage() {
  const state = useListState(client.proxies);
  const list = useList(client.proxies, state, proxyWords);
  usePreload(ProxyForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.proxies, state.form, list.rows);
  const figures = useQuery(endpointQuery(client.proxies.stats));
  const stats = figures.data?.stats;
  const { problem, report } = useProblem();
  const remove = useDeleteDialog(client.proxies, {
    question: () => 'Are you sure you want to delete this proxy?',
    onDeleted: selection.drop,
    onError: report,
  });
  const columns = useMemo(() => proxyColumns(state.filterByTag), [state.filterByTag]);
  const add = () => state.openForm('new');
  const figure = { loading: figures.isPending };

  return (
    <ListPage
      title="Proxy Servers"
      subtitle="Where traffic leaves from, and the logins for it"
      onAdd={add}
      actions={
        <>
          <ExportButton
            endpoint={client.proxies.export}
            columns={client.proxies.csv}
            list={list}
            onError={report}
          />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add Proxy
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load proxies"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
        </>
      }
      stats={
        <>
          <StatCard label="Total Proxies" value={stats?.totalProxies} icon={Network} {...figure} />
          <StatCard
            label="Active Proxies"
            value={stats?.activeProxies}
            icon={CircleCheck}
            tone="ok"
            {...figure}
          />
          <StatCard
            label="Countries"
            value={stats?.proxiesByCountry.length}
            icon={Globe}
            tone="teal"
            {...figure}
          />
          <StatCard
            label="Proxy Types"
            value={stats?.proxyTypes.length}
            icon={Cable}
            tone="violet"
            {...figure}
          />
        </>
      }
      toolbar={
        <FilterBar
          search={state.search}
          onSearch={state.setSearch}
          placeholder="Search proxies..."
          count={countText(client.proxies, list.total, state.isFiltered, stats?.totalProxies)}
          active={state.activeFilters}
          onClear={state.clear}
          tags={state.tags}
          onRemoveTag={state.removeTag}
          related={state.related}
          view={<ViewOptions resource={client.proxies} columns={columns} list={list} onError={report} />}
        >
          <ProxyFilters
            filters={state.filters}
            setFilter={state.setFilter}
            countries={stats?.proxiesByCountry ?? []}
          />
        </FilterBar>
      }
      bulk={
        <BulkBar
          resource={client.proxies}
          selection={selection}
          list={list}
          endpoint={client.proxies.export}
          columns={client.proxies.csv}
          tagsOf={({ tags }) => tags}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.proxies}
          label="Proxies"
          list={list}
          columns={columns}
          name={proxyName}
          card={proxyCard}
          sort={state.sort}
          onSort={state.sortOn}
          selection={selection}
          onEdit={({ id }) => state.openForm(id)}
          onDelete={remove.ask}
          onRelations={state.showConnections}
          empty={state.isFiltered ? <NoMatch onClear={state.clear} /> : <NoneYet onAdd={add} />}
        />
      }
      form={open.isReady && <ProxyForm key={state.form} record={open.record} onClose={state.closeForm} />}
    >
      {remove.dialog}
    </ListPage>
  );
}

const title = 'No proxies found';

const NoneYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={Network}
    title={title}
    body="Add a proxy, and the accounts that are used through it can refer to it."
    action={
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Add First Proxy
      </Button>
    }
  />
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title={title}
    body="No proxy matches the search and the filters."
    action={<Button onClick={onClear}>Clear Filters</Button>}
  />
);
