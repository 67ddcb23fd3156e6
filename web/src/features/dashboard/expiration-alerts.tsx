import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { expiryAlertText, expiryTone } from '@quartermaster/contract/rules/expiry';
import { Link } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { expirationCounts } from './expiration-counts.ts';
import { soonestFirst } from './expiration-links.ts';
import { Panel } from '../../ui/panel.tsx';

const alertsShown = 5;

const link = 'rounded text-sm font-medium text-accent-text hover:underline';

type Alert = DashboardStats['expirationAlerts'][number];

function AlertRow({ alert }: { alert: Alert }) {
  const domain = shownDomain(alert.domain);
  const days = alert.daysUntilExpiration;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <p className="min-w-36 flex-1 clipped text-sm font-medium max-sm:basis-full">{domain}</p>
      <Badge tone={days === null ? 'bad' : expiryTone(days)}>
        {days === null ? 'No expiration date' : expiryAlertText(days)}
      </Badge>
      <span className="max-sm:mr-auto">
        <StatusBadge status={alert.status} />
      </span>
      <Link to="/domains" search={{ record: `domains:${alert.id}` }} className={link}>
        View<span className="sr-only"> {domain}</span>
      </Link>
    </li>
  );
}

/** Numbers that open as many domains. */
const Counts = ({ stats }: { stats: DashboardStats }) => (
  <ul aria-label="Domains by date" className="flex flex-wrap items-center gap-x-3">
    {expirationCounts(stats).map(({ label, tone, count, filters }) => {
      const words = (
        <>
          {label}
          <Badge tone={count > 0 ? tone : 'mute'}>{formatNumber(count)}</Badge>
        </>
      );
      const look = 'flex min-h-6 items-center gap-1.5 text-xs font-medium whitespace-nowrap';
      return (
        <li key={label}>
          {count > 0 ? (
            <Link {...soonestFirst(filters)} className={`${look} hover:underline`}>
              {words}
            </Link>
          ) : (
            <span className={`${look} text-ink-2`}>{words}</span>
          )}
        </li>
      );
    })}
  </ul>
);

/** The most urgent domains of those that expired or expire soon. */
export function ExpirationAlerts({ stats }: { stats: DashboardStats }) {
  const { expirationAlerts, expirationAlertsTotal: total } = stats;
  const isEmpty = expirationAlerts.length === 0;
  return (
    <Panel title="Expiration Alerts" after={!isEmpty && <Counts stats={stats} />}>
      {isEmpty ? (
        <EmptyState
          icon={CalendarCheck}
          title="No expiration alerts"
          body="No domain expires within 30 days."
        />
      ) : (
        <ul className="divide-y divide-line">
          {expirationAlerts.slice(0, alertsShown).map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {total > alertsShown && (
        <p className="mt-auto border-t border-line px-4 py-2.5 text-sm">
          <Link {...soonestFirst({ expiry: 'expired,expiring' })} className={link}>
            View All {formatNumber(total)} Alerts
          </Link>
        </p>
      )}
    </Panel>
  );
}
