import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { expiringDays, expiryAlertText, expiryTone } from '@quartermaster/contract/rules/expiry';
import { Link } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type ExpirationGroup, alertsShown, expirationGroups } from './expiration-groups.ts';
import { soonestFirst } from './expiration-links.ts';
import { Panel } from '../../ui/panel.tsx';

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

/** The specification has five alerts; a group that they leave out names its first domains in a line. */
const NextDomains = ({ alerts }: { alerts: readonly Alert[] }) => (
  <p className="flex flex-wrap gap-x-4 px-4 py-2 text-sm">
    {alerts.map(({ id, domain, daysUntilExpiration: days }) => (
      <span key={id} className="inline-flex min-h-6 min-w-0 items-center gap-1.5">
        <Link to="/domains" search={{ record: `domains:${id}` }} className={`${link} min-w-0 clipped`}>
          {shownDomain(domain)}
        </Link>
        <span className="shrink-0 text-ink-2">in {days === 1 ? '1 day' : `${days} days`}</span>
      </span>
    ))}
  </p>
);

function Group({ group: { label, tone, count, filters, alerts, next } }: { group: ExpirationGroup }) {
  const heading = (
    <>
      {label}
      <Badge tone={count > 0 ? tone : 'mute'}>{formatNumber(count)}</Badge>
    </>
  );
  const look = 'flex min-h-9 items-center gap-2 px-4 text-sm font-medium';
  return (
    <li>
      {count > 0 ? (
        <h3>
          <Link {...soonestFirst(filters)} className={`${look} bg-sunken hover:underline`}>
            {heading}
          </Link>
        </h3>
      ) : (
        <h3 className={`${look} bg-sunken text-ink-2`}>{heading}</h3>
      )}
      {alerts.length > 0 && (
        <ul className="divide-y divide-line">
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {next.length > 0 && <NextDomains alerts={next} />}
    </li>
  );
}

/** Expired domains and those that expire soon, with the most urgent by name. */
export function ExpirationAlerts({ stats }: { stats: DashboardStats }) {
  const { expirationAlerts, expirationAlertsTotal: total } = stats;
  return (
    <Panel title="Expiration Alerts">
      {expirationAlerts.length === 0 ? (
        <EmptyState
          icon={CalendarCheck}
          title="No expiration alerts"
          body="No domain expires within 30 days."
        />
      ) : (
        <ul className="divide-y divide-line">
          {expirationGroups(stats).map((group) => (
            <Group key={group.label} group={group} />
          ))}
        </ul>
      )}
      {total > alertsShown && (
        <p className="mt-auto border-t border-line px-4 py-2.5 text-sm">
          <Link {...soonestFirst({ expiringInDays: String(expiringDays) })} className={link}>
            View All {formatNumber(total)} Alerts
          </Link>
        </p>
      )}
    </Panel>
  );
}
