import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause, Server, Wrench } from 'lucide-react';
import { useMemo } from 'react';
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
import { ServerFilters } from './server-filters.tsx';
import { serverCard, serverColumns, serverName, serverWords } from './servers-columns.tsx';
import { useOpenRows } from './use-open-rows.ts';

export const Form = deferred(() => import('./server-form.tsx'));

export default function ServersPage() {
  const openRows = useOpenRows();
  const columns = useMemo(() => serverColumns(openRows), [openRows]);
  const card = useMemo(() => serverCard(openRows), [openRows]);
  const page = usePagedRecordPage(client.servers, { words: serverWords, columns });
  const { state, list } = page;
  const { data: stats, isPending: loading } = useQuery(routeQuery(client.servers.stats));

  return (
    <ListPage
      page={page}
      subtitle="Machines, who signs in to them, and what they serve"
      actions={
        <>
          <ImportButton page={page} />
          <ExportButton page={page} label="Export CSV" onlyShown />
          <AddButton page={page}>Add Server</AddButton>
        </>
      }
      stats={
        <>
          <FilterCard
            page={page}
            label="Total Servers"
            value={stats?.total}
            icon={Server}
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Active"
            shows={{ status: 'ACTIVE' }}
            value={stats?.active}
            icon={CircleCheck}
            tone="ok"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Inactive"
            shows={{ status: 'INACTIVE' }}
            value={stats?.inactive}
            icon={CirclePause}
            tone="mute"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Maintenance"
            shows={{ status: 'MAINTENANCE' }}
            value={stats?.maintenance}
            icon={Wrench}
            tone="warn"
            loading={loading}
          />
        </>
      }
      toolbar={
        <FilterBar
          page={page}
          placeholder="Search servers..."
          all={stats?.total}
          loading="Loading servers..."
          alwaysClears
        >
          <ServerFilters page={page} />
        </FilterBar>
      }
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={serverName}
          card={card}
          empty={
            <EmptyList
              page={page}
              icon={Server}
              title="No servers found."
              body="Add a server with its SSH users, and the commands to sign in are at hand here."
              addLabel="Create your first server"
              noMatch={{ body: 'No server matches the search and the filters.' }}
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
