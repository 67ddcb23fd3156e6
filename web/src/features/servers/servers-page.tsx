import { client } from '@quartermaster/contract/api/client';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause, Plus, SearchX, Server as ServerIcon, Wrench } from 'lucide-react';
import { useMemo, useState } from 'react';
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
import { ServerFilters } from './server-filters.tsx';
import { serverCard, serverColumns, serverName, serverWords } from './servers-columns.tsx';

const ServerForm = deferred(() => import('./server-form.tsx'));

export function ServersPage() {
  const state = useListState(client.servers);
  const list = usePagedList(client.servers, state, serverWords);
  usePreload(ServerForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.servers, state.form, list.rows);
  const figures = useQuery(endpointQuery(client.servers.stats));
  const { problem, report } = useProblem();
  const remove = useDeleteDialog(client.servers, {
    question: () => 'Are you sure you want to delete this server?',
    onDeleted: selection.drop,
    onError: report,
  });
  const rowsOpen = useOpenRows();
  const columns = useMemo(
    () => serverColumns({ onTag: state.filterByTag, ...rowsOpen }),
    [state.filterByTag, rowsOpen],
  );
  const card = useMemo(() => serverCard(rowsOpen), [rowsOpen]);
  const add = () => state.openForm('new');
  const figure = { loading: figures.isPending };
  const stats = figures.data;

  return (
    <ListPage
      title="Servers"
      subtitle="Machines, who signs in to them, and what they serve"
      onAdd={add}
      actions={
        <>
          <ExportButton
            label="Export CSV"
            endpoint={client.servers.export}
            columns={client.servers.csv}
            list={list}
            onlyShown
            onError={report}
          />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add Server
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load servers"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
        </>
      }
      stats={
        <>
          <StatCard label="Total Servers" value={stats?.total} icon={ServerIcon} {...figure} />
          <StatCard label="Active" value={stats?.active} icon={CircleCheck} tone="ok" {...figure} />
          <StatCard label="Inactive" value={stats?.inactive} icon={CirclePause} tone="mute" {...figure} />
          <StatCard label="Maintenance" value={stats?.maintenance} icon={Wrench} tone="warn" {...figure} />
        </>
      }
      toolbar={
        <FilterBar
          search={state.search}
          onSearch={state.setSearch}
          placeholder="Search servers..."
          count={
            list.isLoading
              ? 'Loading servers...'
              : countText(client.servers, list.total, state.isFiltered, stats?.total)
          }
          active={state.activeFilters}
          onClear={state.clear}
          alwaysClears
          tags={state.tags}
          onRemoveTag={state.removeTag}
          related={state.related}
          view={<ViewOptions resource={client.servers} columns={columns} list={list} onError={report} />}
        >
          <ServerFilters filters={state.filters} setFilter={state.setFilter} />
        </FilterBar>
      }
      bulk={
        <BulkBar
          resource={client.servers}
          selection={selection}
          list={list}
          endpoint={client.servers.export}
          columns={client.servers.csv}
          tagsOf={({ tags }) => tags}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.servers}
          label="Servers"
          list={list}
          columns={columns}
          name={serverName}
          card={card}
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
      form={open.isReady && <ServerForm key={state.form} record={open.record} onClose={state.closeForm} />}
      formMode="page"
    >
      {remove.dialog}
    </ListPage>
  );
}

/** Which rows show all of their users. */
function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      open,
      onToggle: ({ id }: Server) =>
        setOpen(new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
    }),
    [open],
  );
}

const title = 'No servers found.';

const NoneYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={ServerIcon}
    title={title}
    body="Add a server with its SSH users, and the commands to sign in are at hand here."
    action={
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Create your first server
      </Button>
    }
  />
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title={title}
    body="No server matches the search and the filters."
    action={<Button onClick={onClear}>Clear Filters</Button>}
  />
);
