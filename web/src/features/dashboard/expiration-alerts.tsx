import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { expiryAlertText, expiryTone } from '@quartermaster/contract/rules/expiry';
import { Link } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { unicodeDomain } from '../../ui/unicode-domain.ts';
import { Panel } from './panel.tsx';

const shown = 5;
const link = 'rounded text-sm font-medium text-accent-text hover:underline';

type Alert = DashboardStats['expirationAlerts'][number];

function AlertRow({ alert }: { alert: Alert }) {
  const domain = unicodeDomain(alert.domain);
  const days = alert.daysUntilExpiration;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <p className="min-w-36 flex-1 clipped text-sm font-medium max-sm:basis-full lg:max-xl:basis-full">
        {domain}
      </p>
      <Badge tone={days === null ? 'bad' : expiryTone(days)}>
        {days === null ? 'No expiration date' : expiryAlertText(days)}
      </Badge>
      <span className="max-sm:mr-auto lg:max-xl:mr-auto">
        <StatusBadge status={alert.status} />
      </span>
      <Link to="/domains" className={link}>
        View<span className="sr-only"> {domain}</span>
      </Link>
    </li>
  );
}

type ExpirationAlertsProps = Pick<DashboardStats, 'expirationAlerts' | 'expirationAlertsTotal'>;

export function ExpirationAlerts({ expirationAlerts, expirationAlertsTotal }: ExpirationAlertsProps) {
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
          {expirationAlerts.slice(0, shown).map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {expirationAlertsTotal > shown && (
        <p className="mt-auto border-t border-line px-4 py-2.5 text-sm">
          <Link to="/domains" className={link}>
            View All {formatNumber(expirationAlertsTotal)} Alerts
          </Link>
        </p>
      )}
    </Panel>
  );
}
