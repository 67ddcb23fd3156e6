import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/rights.ts';
import { useAnnouncement } from '../../list/bulk/use-announcement.ts';
import { useSelection } from '../../list/bulk/use-selection.ts';
import { usePlainRows } from '../../list/table/use-plain-rows.ts';
import { Pager } from '../../list/table/pager.tsx';
import { useLastPage } from '../../list/use-last-page.ts';
import { itemOf, itemsOf } from '../../records/mail-items.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { dueOfExpiration, isRecordEnd } from '../../records/due/due.ts';
import { dueKeys, useDueActions } from '../../records/due/use-due-actions.ts';
import { firstTab } from '../../records/url.ts';
import { Button } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExpirationFilters } from './expiration-filters.tsx';
import { ExpirationRows } from './expiration-rows.tsx';
import { ExpirationsHeader } from './expirations-header.tsx';
import { noDates, pageQuery, queryOf, sumQuery, toCosts, toDates } from './expirations-query.ts';
import { MonthStrip } from './month-strip.tsx';
import { SelectedRows } from './selected-rows.tsx';
import { Undated } from './undated.tsx';
import { useExpirationList } from './use-expiration-list.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatDateTime } from '../../ui/format.ts';

const Costs = deferred(() => import('./costs.tsx'));
const MailTextDialog = deferred(() => import('../../records/mail-text-dialog.tsx'));

const noRows: readonly Expiration[] = [];

/** Everything that expires, by month and as a list, or what it costs. */
export default function ExpirationsPage() {
  const state = useExpirationList();
  const query = queryOf(state.query, state.asked);
  const list = useQuery(pageQuery(query, state.page));
  const isCosts = state.filters.view === 'costs';
  const sum = useQuery({ ...sumQuery(query), enabled: !isCosts });
  const [isWriting, setWriting] = useState(false);
  const mayWrite = useMay('write');
  const rows = list.data?.expirations ?? noRows;
  const selection = useSelection({ rows, total: list.data?.pagination.total, query });
  const { page, setPage, filters, openRecord } = state;
  const totalPages = list.data?.pagination.totalPages ?? 1;
  useLastPage(page, setPage, list.isPlaceholderData ? undefined : list.data?.pagination.totalPages);
  // A date is on the part of a record that lists them.
  const open = (row: Expiration) => {
    const { area, recordId, what } = row;
    const isFirst = area === 'domains' || what === 'password' || isRecordEnd(row);
    openRecord(area, recordId, isFirst ? firstTab : 'facts');
  };
  useAnnouncement(selection.count, false);
  const actions = useDueActions();
  const plain = usePlainRows({
    rows,
    keys: dueKeys(actions, dueOfExpiration),
    isSettled: !list.isPlaceholderData && state.search.trim() === state.asked,
    selection,
    onSelect: (row, isRange) => mayWrite && selection.toggle(row, isRange),
    onOpen: open,
    onRelations: ({ area, recordId }) => openRecord(area, recordId, 'connections'),
  });
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-2 px-4 py-2 md:gap-3 md:py-4 frame:h-[calc(100dvh-3.25rem)] print:h-auto">
      <ExpirationsHeader
        isCosts={isCosts}
        onView={(wantsCosts) => state.setFilters(wantsCosts ? toCosts : toDates)}
        query={query}
        onMail={() => setWriting(true)}
      />
      <OfflineBanner />
      <LookUpsFail since={list.data?.lookUpsFailSince} />
      <ProblemBanner
        title="Failed to load what expires"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      {!isCosts && (
        <MonthStrip
          query={query}
          range={filters}
          onRange={({ from, to }) => state.setFilters({ ...noDates, from, to })}
        />
      )}
      <ExpirationFilters
        state={state}
        total={list.data?.pagination.total}
        sum={isCosts ? undefined : sum.data?.sum}
        entrance={plain.entrance}
        selection={mayWrite && !isCosts ? selection : undefined}
      />
      {isCosts ? (
        <Costs state={state} query={query} />
      ) : (
        <>
          <Undated
            query={query}
            filters={filters}
            onFilters={(chosen) => state.setFilters({ ...noDates, ...chosen })}
          />
          {(list.data ?? !list.error) && (
            <div className="relative flex min-h-0 flex-col print:max-h-none">
              {mayWrite && selection.count > 0 && (
                <SelectedRows rows={selection.rows()} onClear={selection.clear} />
              )}
              <ExpirationRows
                rows={list.data?.expirations}
                state={state}
                onOpen={open}
                selection={mayWrite ? selection : undefined}
                isFetching={list.isFetching}
                plain={plain}
                actions={actions}
                empty={
                  state.isFiltered ? (
                    <EmptyState
                      icon={CalendarClock}
                      title="Nothing like that here"
                      body="No date matches the search and the filters."
                      action={<Button onClick={state.clear}>Clear Filters</Button>}
                    />
                  ) : (
                    <EmptyState
                      icon={CalendarClock}
                      title="Nothing expires yet"
                      body="Domains are listed here, and the dates that you put on servers, hostings and other records."
                    />
                  )
                }
              />
            </div>
          )}
          <Pager page={page} totalPages={totalPages} onPage={setPage} />
        </>
      )}
      {isWriting && (
        <MailTextDialog
          items={async () => (selection.count > 0 ? selection.rows().map(itemOf) : itemsOf(query))}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  );
}

/** Shown while nothing that is looked up answers: what is known stays, and grows old. */
const LookUpsFail = ({ since }: { since: string | null | undefined }) =>
  since != null && (
    <Banner tone="warn" title={`Look-ups fail since ${formatDateTime(since)}; nothing else is affected`} />
  );
