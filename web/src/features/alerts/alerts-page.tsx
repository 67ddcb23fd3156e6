import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { useMay } from '../../api/rights.ts';
import { useAnnouncement } from '../../list/bulk/use-announcement.ts';
import { useSelection } from '../../list/bulk/use-selection.ts';
import { Pager } from '../../list/table/pager.tsx';
import { PlainTable } from '../../list/table/plain-table.tsx';
import { usePlainRows } from '../../list/table/use-plain-rows.ts';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListState } from '../../list/use-list-state.ts';
import { alertGroupNames, alertGroups } from '../../records/alerts/alert-groups.ts';
import { alertRulesQuery } from '../../records/alerts/alert-queries.ts';
import { aboutText, alertName, noRecipientText } from '../../records/alerts/alert-words.ts';
import { dueOfAlert } from '../../records/due/due.ts';
import { DueMenu } from '../../records/due/due-menu.tsx';
import { type DueAction, dueKeys, useDueActions } from '../../records/due/use-due-actions.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AlertCard, columnsOf } from './alert-cells.tsx';
import { AlertDrawer } from './alert-drawer.tsx';
import { AlertFilters } from './alert-filters.tsx';
import { alertList, firstView, pageQuery, queryOf, viewNames, views } from './alerts-query.ts';
import { SelectedAlerts } from './selected-alerts.tsx';

const noRows: readonly ListedAlert[] = [];
/** In the address, but no filters. */
const noFilter = new Set(['view', 'alert']);

/** What people have been told of in time. */
export default function AlertsPage() {
  const state = useListState(alertList, firstView);
  const router = useRouter();
  const { page, setPage, filters, setFilter, setFilters, openRecord } = state;
  const query = queryOf(state.query, state.asked);
  const list = useQuery(pageQuery(query, page));
  const rows = list.data?.alerts ?? noRows;
  const total = list.data?.pagination.total;
  const mayWrite = useMay('write');
  const mayManage = useMay('manage');
  const every = useSelection({ rows, total, query });
  const selection = mayWrite ? every : undefined;
  useAnnouncement(every.count, false);
  useLastPage(page, setPage, list.isPlaceholderData ? undefined : list.data?.pagination.totalPages);
  // A filter would go to the first page.
  const showDetails = (alert: string | undefined) =>
    void router.navigate({ to: '/alerts', search: (previous: object) => ({ ...previous, alert }) });
  const details: DueAction = {
    label: () => 'Details',
    isFor: () => true,
    run: ({ id }) => showDetails(id),
  };
  const actions = [details, ...useDueActions()];
  const openNamed = ({ area, recordId }: ListedAlert) => {
    if (area !== null && recordId !== null) openRecord(area, recordId);
  };
  const plain = usePlainRows({
    rows,
    keys: dueKeys(actions, dueOfAlert),
    isSettled: !list.isPlaceholderData && state.search.trim() === state.asked,
    selection: every,
    onSelect: (row, isRange) => mayWrite && every.toggle(row, isRange),
    onOpen: ({ id }) => showDetails(id),
    onRelations: ({ area, recordId }) => {
      if (area !== null && recordId !== null) openRecord(area, recordId, 'connections');
    },
  });
  const activeFilters =
    Object.keys(filters).filter((name) => !noFilter.has(name)).length +
    [state.tags, state.tagsAny].filter((some) => some.length > 0).length;
  const isFiltered = state.search.trim() !== '' || activeFilters > 0;
  const group = alertGroupNames.find((each) =>
    Object.entries(alertGroups[each].filters).every(([name, value]) => state.query[name] === value),
  );
  const view = filters.state === undefined ? (filters.view ?? 'all') : undefined;
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-2 px-4 py-2 md:gap-3 md:py-4 frame:h-[calc(100dvh-3.25rem)] print:h-auto">
      <PageHeader title="Alerts" subtitle="What ends soon, what ended, and what does not work" />
      <OfflineBanner />
      <Unreached />
      <div role="group" aria-label="Which alerts" className="flex flex-wrap gap-1.5">
        {viewNames.map((each) => (
          <Chip
            key={each}
            isPressed={each === view}
            onClick={() => setFilters({ view: each === 'all' ? undefined : each, state: undefined })}
          >
            {views[each].label}
          </Chip>
        ))}
        {group && (
          <Chip
            isPressed
            onClick={() => setFilters({ kind: undefined, unconfirmed: undefined, wasPast: undefined })}
          >
            {alertGroups[group].title}
          </Chip>
        )}
        {filters.wasPast === 'true' && (
          <Chip isPressed onClick={() => setFilter('wasPast', undefined)}>
            Already past when imported
          </Chip>
        )}
      </div>
      <ProblemBanner
        title="Failed to load the alerts"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      <AlertFilters
        state={state}
        activeFilters={activeFilters}
        total={total}
        entrance={plain.entrance}
        selection={selection}
      />
      {(list.data ?? !list.error) && (
        <div className="relative flex min-h-0 flex-col print:max-h-none">
          {mayWrite && every.count > 0 && <SelectedAlerts rows={every.rows()} onClear={every.clear} />}
          <PlainTable
            label="Alerts"
            minWidth="84rem"
            rows={list.data?.alerts}
            columns={columnsOf(openNamed, mayManage)}
            state={state}
            selection={selection}
            nameOf={(alert) => `${alertName(alert)}, ${aboutText(alert)}`}
            menu={(alert) => <DueMenu due={dueOfAlert(alert)} actions={actions} />}
            card={(alert) => <AlertCard alert={alert} onOpen={openNamed} />}
            isFetching={list.isFetching}
            plain={plain}
            empty={
              isFiltered ? (
                <EmptyState
                  icon={BellOff}
                  title="Nothing like that here"
                  body="No alert matches the search and the filters."
                  action={<Button onClick={state.clear}>Clear Filters</Button>}
                />
              ) : (
                <EmptyState
                  icon={BellOff}
                  title={view === 'open' ? 'No open alerts' : 'No alerts here'}
                  body="Alerts appear when a date comes near, or when something stops working."
                />
              )
            }
          />
        </div>
      )}
      <Pager page={page} totalPages={list.data?.pagination.totalPages ?? 1} onPage={setPage} />
      {filters.alert !== undefined && (
        <AlertDrawer id={filters.alert} onClose={() => showDetails(undefined)} />
      )}
    </div>
  );
}

/** Says which rules have no recipient. */
function Unreached() {
  const mayManage = useMay('manage');
  const { data } = useQuery({ ...alertRulesQuery, enabled: mayManage });
  const lost = (data?.alertRules ?? []).filter(({ isActive, reaches }) => isActive && !reaches);
  const [first, ...others] = lost;
  if (!first) return null;
  return (
    <Banner
      tone="warn"
      title={
        others.length === 0
          ? noRecipientText(first)
          : `${lost.length} rules have no recipient: ${lost.map(({ name }) => name).join(', ')}`
      }
    >
      Choose an active channel or people under{' '}
      <Link to="/settings" search={{ section: 'rules' }} className="underline">
        Settings, Rules
      </Link>
      . People need mail to be set up.
    </Banner>
  );
}
