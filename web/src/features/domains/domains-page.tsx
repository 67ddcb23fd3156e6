import { client } from '@quartermaster/contract/api/client';
import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { toUnicodeDomain } from '@quartermaster/contract/rules/domain-name';
import { expiringDays } from '@quartermaster/contract/rules/expiry';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarClock, ChartNoAxesColumn, CircleCheck, Globe, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import { AddButton, ImportButton } from '../../list/page-buttons.tsx';
import { DataTable, EmptyList } from '../../list/table/data-table.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type RecordPage, useRecordPage } from '../../list/use-record-page.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { domainCard, domainColumns } from './domains-columns.tsx';
import { ExpirationAlert } from './expiration-alert.tsx';
import { bringStatusesUpToDate } from '../../records/check-expiration.ts';
import { AnyChip, AnyFilter } from '../../list/facets/any-filter.tsx';
import { ChipFilter, FacetFilter } from '../../list/facets/facet-filter.tsx';
import { FilterChip } from '../../list/facets/filter-chip.tsx';
import { formatDay } from '../../ui/format.ts';
import { accountWords, expiryChoices, statusChoices } from './domain-choices.ts';
import { ChangedSinceFilter } from './changed-since-filter.tsx';
import { ExpiringFilter } from './expiring-filter.tsx';

export const Form = deferred(() => import('./domain-form.tsx'));
const DomainInsights = deferred(() => import('./domain-insights.tsx'));

/** The server finds a name in both spellings. */
const inUnicode = ({ domain }: Domain) => [toUnicodeDomain(domain)];

export default function DomainsPage() {
  const page = useRecordPage(client.domains, {
    spellings: inUnicode,
    columns: domainColumns,
  });
  const { state } = page;
  const { data, isPending: loading } = useQuery(routeQuery(client.domains.stats));
  const stats = data?.stats;
  const check = useCheckExpiration(page.report);
  const mayWrite = useMay('write');
  const [hasInsights, setInsights] = useState(false);
  const { status } = state.filters;
  // The cards go by the date; Insights and the filter by what is stored.
  const byDate = hasInsights || status !== undefined ? 'by date' : undefined;

  return (
    <ListPage
      page={page}
      subtitle="Registrations, renewals and where each name points"
      actions={
        <>
          {mayWrite && (
            <Button icon={RefreshCw} busy={check.isPending} onClick={() => check.mutate()}>
              Check Expiration
            </Button>
          )}
          <ImportButton page={page} />
          <ExportButton page={page} />
          <AddButton page={page}>Add Domain</AddButton>
        </>
      }
      banners={
        <ExpirationAlert
          loading={loading}
          stats={stats}
          onView={() => state.showOnly({ expiringInDays: String(expiringDays) })}
        />
      }
      stats={
        <StatCards
          page={page}
          loading={loading}
          stats={[
            { label: 'Total Domains', value: stats?.totalDomains, icon: Globe, shows: {} },
            {
              label: 'Active Domains',
              value: stats?.activeDomains,
              basis: byDate,
              icon: CircleCheck,
              tone: 'ok',
              shows: { expiry: 'active' },
            },
            {
              label: 'Expiring Soon',
              value: stats?.expiringDomains,
              basis: byDate,
              icon: CalendarClock,
              tone: 'warn',
              shows: { expiry: 'expiring' },
            },
            {
              label: 'Expired',
              value: stats?.expiredDomains,
              basis: byDate,
              icon: TriangleAlert,
              tone: 'bad',
              shows: { expiry: 'expired' },
            },
          ]}
        />
      }
      aside={
        <IconButton
          label="Insights"
          icon={ChartNoAxesColumn}
          aria-expanded={hasInsights}
          className="aria-expanded:bg-accent-soft aria-expanded:text-accent-text"
          onClick={() => setInsights(!hasInsights)}
        />
      }
      toolbar={
        <>
          {hasInsights && stats && <DomainInsights stats={stats} />}
          <FilterBar
            page={page}
            placeholder="Search domains..."
            all={stats?.totalDomains}
            basis={status === undefined ? undefined : 'by stored status'}
          >
            <DomainFilters page={page} />
          </FilterBar>
        </>
      }
      table={
        <DataTable
          page={page}
          card={domainCard}
          empty={
            <EmptyList
              page={page}
              icon={Globe}
              title="No domains found"
              body="Add a domain, and its expiration date, server and registrator are kept in view here."
              addLabel="Add First Domain"
              noMatch={{ body: 'No domain matches the search and the filters.' }}
            />
          }
        />
      }
      Form={Form}
    />
  );
}

const failure = 'Failed to check expiration';

const useCheckExpiration = (report: (title: string, error?: unknown) => void) =>
  useMutation({
    mutationFn: bringStatusesUpToDate,
    onSuccess: () => report(failure),
    onError: (error) => report(failure, error),
  });

type Filter = keyof typeof client.domains.filters;

function DomainFilters({ page }: { page: RecordPage<Domain, Filter> }) {
  const { filters, setFilter } = page.state;
  const facet = (name: Filter) => ({
    value: filters[name],
    onChange: (value: string | undefined) => setFilter(name, value),
  });
  /** Charts and addresses set days; there is no control for them here. */
  const day = (name: Filter, words: string) => {
    const value = filters[name];
    return (
      value && (
        <FilterChip removeLabel={`Remove filter ${words}`} onRemove={() => setFilter(name, undefined)}>
          {words} {formatDay(value)}
        </FilterChip>
      )
    );
  };
  return (
    <>
      <FacetFilter label="Status" options={statusChoices} {...facet('status')} />
      <AnyFilter page={page} name="registratorAccountId" label="Registrator" words={accountWords} />
      <AnyFilter page={page} name="serverId" />
      <AnyChip page={page} name="cdnAccountId" />
      <ExpiringFilter state={page.state} />
      <ChipFilter label="Expiry" options={expiryChoices} {...facet('expiry')} />
      {day('expiresFrom', 'Expires from')}
      {day('expiresTo', 'Expires to')}
      <ChangedSinceFilter {...facet('factChangedSince')} />
    </>
  );
}
