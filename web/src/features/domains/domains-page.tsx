import { client } from '@quartermaster/contract/api/client';
import { expiringDays } from '@quartermaster/contract/rules/expiry';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChartNoAxesColumn, CircleCheck, Globe, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import { AddButton } from '../../list/add-button.tsx';
import { BulkBar } from '../../list/bulk/bulk-bar.tsx';
import { DataTable } from '../../list/table/data-table.tsx';
import { EmptyList } from '../../list/table/empty-list.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { ImportButton } from '../../list/import-button.tsx';
import { FilterCard } from '../../list/facets/filter-card.tsx';
import { FilterBar } from '../../list/facets/filter-bar.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { useRecordPage } from '../../list/use-record-page.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { DomainFilters } from './domain-filters.tsx';
import { domainCard, domainColumns, domainName, domainWords } from './domains-columns.tsx';
import { ExpirationAlert } from './expiration-alert.tsx';
import { useCheckExpiration } from './use-check-expiration.ts';

export const Form = deferred(() => import('./domain-form.tsx'));
const DomainInsights = deferred(() => import('./domain-insights.tsx'));

export default function DomainsPage() {
  const page = useRecordPage(client.domains, {
    words: domainWords,
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
        <>
          <FilterCard
            page={page}
            label="Total Domains"
            value={stats?.totalDomains}
            icon={Globe}
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Active Domains"
            shows={{ expiry: 'active' }}
            value={stats?.activeDomains}
            basis={byDate}
            icon={CircleCheck}
            tone="ok"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Expiring Soon"
            shows={{ expiry: 'expiring' }}
            value={stats?.expiringDomains}
            basis={byDate}
            icon={CalendarClock}
            tone="warn"
            loading={loading}
          />
          <FilterCard
            page={page}
            label="Expired"
            shows={{ expiry: 'expired' }}
            value={stats?.expiredDomains}
            basis={byDate}
            icon={TriangleAlert}
            tone="bad"
            loading={loading}
          />
        </>
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
      bulk={<BulkBar page={page} />}
      table={
        <DataTable
          page={page}
          name={domainName}
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
      form={(record) => <Form record={record} onClose={state.closeForm} />}
    />
  );
}
