import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause, Server as ServerIcon, Wrench } from 'lucide-react';
import { useMemo, useState } from 'react';
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
import { serverCard, serverColumns } from './servers-columns.tsx';
import { serverCountries } from '@quartermaster/contract/catalog/countries';
import type { Server } from '@quartermaster/contract/entities/servers/servers.schema';
import { AnyFilter } from '../../list/facets/any-filter.tsx';
import { FacetFilter } from '../../list/facets/facet-filter.tsx';
import type { PagedList } from '../../list/use-list.ts';
import { countryChoices, statusChoices } from './server-choices.ts';
import type { Identified } from '../../records/entity.ts';

export const Form = deferred(() => import('./server-form.tsx'));

export default function ServersPage() {
  const openRows = useOpenRows();
  const columns = useMemo(() => serverColumns(openRows), [openRows]);
  const card = useMemo(() => serverCard(openRows), [openRows]);
  const page = usePagedRecordPage(client.servers, { columns });
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
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total Servers', value: stats?.total, icon: ServerIcon, shows: {} },
            {
              label: 'Active',
              value: stats?.active,
              icon: CircleCheck,
              tone: 'ok',
              shows: { status: 'ACTIVE' },
            },
            {
              label: 'Inactive',
              value: stats?.inactive,
              icon: CirclePause,
              tone: 'mute',
              shows: { status: 'INACTIVE' },
            },
            {
              label: 'Maintenance',
              value: stats?.maintenance,
              icon: Wrench,
              tone: 'warn',
              shows: { status: 'MAINTENANCE' },
            },
          ]}
        />
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
      table={
        <DataTable
          page={page}
          card={card}
          empty={
            <EmptyList
              page={page}
              icon={ServerIcon}
              title="No servers found."
              body="Add a server with its SSH users, and the commands to sign in are at hand here."
              addLabel="Create your first server"
              noMatch={{ body: 'No server matches the search and the filters.' }}
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

type Filter = keyof typeof client.servers.filters;

const hostingWords = ({ label, detail }: { label: string; detail: string | null }) => `${label} (${detail})`;

function ServerFilters({ page }: { page: RecordPage<Server, Filter, PagedList<Server>> }) {
  const { filters, setFilter } = page.state;
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  return (
    <>
      <AnyFilter page={page} name="hostingId" label="Hosting" allLabel="All Hostings" words={hostingWords} />
      <FacetFilter
        label="Country"
        allLabel="All Countries"
        options={countryChoices(serverCountries, filters.country)}
        {...facet('country')}
      />
      <FacetFilter label="Status" allLabel="All Status" options={statusChoices} {...facet('status')} />
    </>
  );
}

/** The rows that show all of their users. */
function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      open,
      onToggle: ({ id }: Identified) =>
        setOpen(new Set(open.has(id) ? [...open].filter((other) => other !== id) : [...open, id])),
    }),
    [open],
  );
}
