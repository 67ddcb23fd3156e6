import { client } from '@quartermaster/contract/api/client';
import { expiringDays } from '@quartermaster/contract/rules/expiry';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  ChartNoAxesColumn,
  CircleCheck,
  Globe,
  Plus,
  RefreshCw,
  SearchX,
  TriangleAlert,
} from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
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
import { statusChoices } from './domain-choices.ts';
import { DomainFilters } from './domain-filters.tsx';
import { domainCard, domainColumns, domainName, domainWords } from './domains-columns.tsx';
import { ExpirationAlert, ExpirationAlertPlace } from './expiration-alert.tsx';
import { useCheckExpiration } from './use-check-expiration.ts';

const DomainForm = deferred(() => import('./domain-form.tsx'));
const DomainInsights = lazy(() => import('./domain-insights.tsx'));

export function DomainsPage() {
  const state = useListState(client.domains);
  const list = useList(client.domains, state, domainWords);
  usePreload(DomainForm, !list.isLoading);
  const selection = useSelection(list);
  const open = useRecord(client.domains, state.form, list.rows);
  const figures = useQuery(endpointQuery(client.domains.stats));
  const stats = figures.data?.stats;
  const { problem, report, dismiss } = useProblem();
  const check = useCheckExpiration(report);
  const [hasInsights, setInsights] = useState(false);
  const remove = useDeleteDialog(client.domains, {
    question: () => 'Are you sure you want to delete this domain?',
    onDeleted: selection.drop,
    onError: report,
  });
  const columns = useMemo(() => domainColumns(state.filterByTag), [state.filterByTag]);
  const add = () => state.openForm('new');
  const startCheck = () => {
    dismiss();
    check.mutate();
  };
  const figure = { loading: figures.isPending };

  return (
    <ListPage
      title="Domains"
      subtitle="Registrations, renewals and where each name points"
      onAdd={add}
      actions={
        <>
          <Button
            variant="ghost"
            icon={ChartNoAxesColumn}
            aria-expanded={hasInsights}
            onClick={() => setInsights(!hasInsights)}
          >
            Insights
          </Button>
          <Button icon={RefreshCw} busy={check.isPending} onClick={startCheck}>
            Check Expiration
          </Button>
          <ExportButton
            endpoint={client.domains.export}
            columns={client.domains.csv}
            list={list}
            onError={report}
          />
          <Button variant="primary" icon={Plus} onClick={add}>
            Add Domain
          </Button>
        </>
      }
      banners={
        <>
          <ProblemBanner {...problem} />
          <ProblemBanner
            title="Failed to load domains"
            error={list.error ?? open.error}
            onRetry={list.retry}
          />
          {figures.isPending && <ExpirationAlertPlace />}
          {stats && (
            <ExpirationAlert
              expired={stats.expiredDomains}
              expiring={stats.expiringDomains}
              onView={() => state.setFilter('expiringInDays', String(expiringDays))}
            />
          )}
        </>
      }
      stats={
        <>
          <StatCard label="Total Domains" value={stats?.totalDomains} icon={Globe} {...figure} />
          <StatCard
            label="Active Domains"
            value={stats?.activeDomains}
            icon={CircleCheck}
            tone="ok"
            {...figure}
          />
          <StatCard
            label="Expiring Soon"
            value={stats?.expiringDomains}
            icon={CalendarClock}
            tone="warn"
            {...figure}
          />
          <StatCard
            label="Expired"
            value={stats?.expiredDomains}
            icon={TriangleAlert}
            tone="bad"
            {...figure}
          />
        </>
      }
      toolbar={
        <>
          {hasInsights && stats && (
            <Suspense>
              <DomainInsights stats={stats} />
            </Suspense>
          )}
          <FilterBar
            search={state.search}
            onSearch={state.setSearch}
            placeholder="Search domains..."
            count={countText(client.domains, list.total, state.isFiltered, stats?.totalDomains)}
            active={state.activeFilters}
            onClear={state.clear}
            tags={state.tags}
            onRemoveTag={state.removeTag}
            related={state.related}
            view={<ViewOptions resource={client.domains} columns={columns} list={list} onError={report} />}
          >
            <DomainFilters filters={state.filters} setFilter={state.setFilter} />
          </FilterBar>
        </>
      }
      bulk={
        <BulkBar
          resource={client.domains}
          selection={selection}
          list={list}
          endpoint={client.domains.export}
          columns={client.domains.csv}
          tagsOf={({ tags }) => tags}
          statuses={statusChoices}
          onError={report}
        />
      }
      table={
        <DataTable
          resource={client.domains}
          label="Domains"
          list={list}
          columns={columns}
          name={domainName}
          card={domainCard}
          sort={state.sort}
          onSort={state.sortOn}
          selection={selection}
          onEdit={({ id }) => state.openForm(id)}
          onDelete={remove.ask}
          onRelations={state.showConnections}
          empty={state.isFiltered ? <NoMatch onClear={state.clear} /> : <NoneYet onAdd={add} />}
        />
      }
      form={open.isReady && <DomainForm key={state.form} record={open.record} onClose={state.closeForm} />}
    >
      {remove.dialog}
    </ListPage>
  );
}

const NoneYet = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={Globe}
    title="No domains found"
    body="Add a domain, and its expiration date, server and registrator are kept in view here."
    action={
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Add First Domain
      </Button>
    }
  />
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title="No domains found"
    body="No domain matches the search and the filters."
    action={<Button onClick={onClear}>Clear Filters</Button>}
  />
);
