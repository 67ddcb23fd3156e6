import { alertStates } from '@quartermaster/contract/alerts/alerts.routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { useRef } from 'react';
import { Pager } from '../../list/table/pager.tsx';
import { alertRulesQuery, alertsQuery } from '../../records/alerts/alert-queries.ts';
import { snoozeFor, useAlertAction } from '../../records/alerts/use-alert-action.ts';
import { OfflineBanner } from '../../records/offline-banner.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';
import { useMay } from '../../api/rights.ts';
import { AlertDrawer } from './alert-drawer.tsx';
import { AlertRow } from './alert-row.tsx';
import { useDeliveriesOf } from './delivered.tsx';
import { Banner } from '../../ui/banner.tsx';

const views = {
  open: { label: 'Open', state: 'OPEN' },
  acknowledged: { label: 'Acknowledged', state: 'ACKNOWLEDGED' },
  snoozed: { label: 'Snoozed', state: 'SNOOZED' },
  all: { label: 'All', state: alertStates.join(',') },
} as const;
type View = keyof typeof views;

const rowsPerPage = 50;
const keySnoozeDays = 7;

/** What people have been told of in time. */
export default function AlertsPage() {
  const search: { view?: string; page?: string | number; alert?: string; wasPast?: string } = useSearch({
    strict: false,
  });
  const view: View = search.view !== undefined && search.view in views ? (search.view as View) : 'open';
  const page = Math.max(1, Math.floor(Number(search.page ?? 1)) || 1);
  const navigate = useNavigate();
  const isPast = search.wasPast === 'true';
  const go = (to: { view: View; isPast: boolean; page?: number; alert?: string | undefined }) =>
    void navigate({
      to: '/alerts',
      search: {
        view: to.view,
        ...(to.isPast && { wasPast: 'true' }),
        ...(to.page && to.page > 1 && { page: to.page }),
        ...(to.alert !== undefined && { alert: to.alert }),
      },
    });
  const opened = search.alert;
  const setOpened = (alert: string | undefined) => go({ view, isPast, page, alert });
  const list = useQuery({
    ...alertsQuery({
      state: views[view].state,
      page,
      limit: rowsPerPage,
      ...(isPast && { wasPast: 'true' }),
    }),
    placeholderData: keepPreviousData,
  });
  const frame = useRef<HTMLUListElement>(null);
  const rows = list.data?.alerts;
  const deliveries = useDeliveriesOf(rows?.map(({ id }) => id) ?? []);
  useRowKeys(frame, setOpened);
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 content-start gap-3 p-4">
      <PageHeader title="Alerts" subtitle="What ends soon, what ended, and what does not work" />
      <OfflineBanner />
      <Unreached />
      <div role="group" aria-label="Which alerts" className="flex flex-wrap gap-1.5">
        {(Object.keys(views) as View[]).map((each) => (
          <Chip key={each} isPressed={each === view} onClick={() => go({ view: each, isPast })}>
            {views[each].label}
          </Chip>
        ))}
        {isPast && (
          <Chip isPressed onClick={() => go({ view, isPast: false })}>
            Already past when imported
          </Chip>
        )}
      </div>
      <ProblemBanner
        title="Failed to load the alerts"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
      {list.isPending && <PageSpinner />}
      {rows?.length === 0 && (
        <EmptyState
          icon={BellOff}
          title={view === 'open' ? 'No open alerts' : 'No alerts here'}
          body="Alerts appear when a date comes near, or when something stops working."
        />
      )}
      {rows && rows.length > 0 && (
        <ul
          ref={frame}
          aria-label="Alerts"
          className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card"
        >
          {rows.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              deliveries={deliveries.get(alert.id)}
              onOpen={() => setOpened(alert.id)}
            />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        totalPages={list.data?.pagination.totalPages ?? 1}
        onPage={(next) => go({ view, isPast, page: next })}
      />
      {opened !== undefined && <AlertDrawer id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** Keys that move between rows, open one, and act on it. */
function useRowKeys(frame: { current: HTMLUListElement | null }, open: (id: string) => void): void {
  const { mutate } = useAlertAction();
  const mayWrite = useMay('write');
  const all = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const current = () => all().find((row) => row.contains(document.activeElement));
  const move = (steps: number) => () => {
    const rows = all();
    const at = rows.findIndex((row) => row === current());
    rows[Math.max(0, Math.min(at + steps, rows.length - 1))]?.focus();
  };
  const act = (does: () => Parameters<typeof mutate>[0]['does']) => () => {
    const id = current()?.dataset['row'];
    if (id === undefined || !mayWrite) return false;
    mutate({ ids: [id], does: does() });
    return true;
  };
  useHotkeys({
    ArrowDown: move(1),
    j: move(1),
    ArrowUp: move(-1),
    k: move(-1),
    a: act(() => ({ action: 'acknowledge' })),
    z: act(() => snoozeFor(keySnoozeDays)),
    l: act(() => ({ action: 'letExpire' })),
    Enter: ({ target }) => {
      const id = target instanceof HTMLElement && target.dataset['row'];
      if (!id) return false;
      return open(id);
    },
  });
}

/** Says which rules reach nobody. */
function Unreached() {
  const mayManage = useMay('manage');
  const { data } = useQuery({ ...alertRulesQuery, enabled: mayManage });
  const lost = (data?.alertRules ?? []).filter(({ isActive, reaches }) => isActive && !reaches);
  if (lost.length === 0) return null;
  return (
    <Banner
      tone="warn"
      title={
        lost.length === 1
          ? `The rule ${lost[0]?.name} reaches nobody.`
          : `${lost.length} rules reach nobody: ${lost.map(({ name }) => name).join(', ')}.`
      }
    >
      Choose an active channel or people under Settings, Alerts. People need mail to be set up.
    </Banner>
  );
}
