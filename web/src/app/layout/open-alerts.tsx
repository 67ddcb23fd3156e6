import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AlertActions } from '../../records/alerts/alert-actions.tsx';
import { alertsQuery } from '../../records/alerts/alert-queries.ts';
import { aboutText, alertName } from '../../records/alerts/alert-words.ts';
import { counted } from '../../records/count-text.ts';
import { CalendarDaysLeft } from '../../records/dates/calendar-days-left.tsx';

const shownCount = 5;

/** The most urgent open alerts, and what can be done about them. */
export default function OpenAlerts({ close }: { close: () => void }) {
  const { data, isError } = useQuery(alertsQuery({ state: 'OPEN', wasPast: 'false', limit: shownCount }));
  const total = data?.pagination.total ?? 0;
  return (
    <div className="grid gap-1">
      <p className="px-2.5 pt-1.5 text-sm font-semibold">
        {isError
          ? 'Failed to load the alerts'
          : total === 0
            ? 'No open alerts'
            : counted({ one: 'open alert' }, total)}
      </p>
      <ul aria-label="Open alerts" className="max-h-[60dvh] overflow-y-auto empty:hidden">
        {data?.alerts.map((alert) => (
          <li key={alert.id} className="grid gap-1.5 border-t border-line px-2.5 py-2 first:border-0">
            <div className="flex items-start justify-between gap-2">
              <span className="min-w-0">
                {alert.area === null ? (
                  <span className="clipped block font-medium">{alertName(alert)}</span>
                ) : (
                  <Link
                    to={`/${alert.area}/${alert.recordId}`}
                    onClick={close}
                    className="clipped block font-medium hover:underline"
                  >
                    {alertName(alert)}
                  </Link>
                )}
                <span className="block text-xs text-ink-2">{aboutText(alert)}</span>
              </span>
              {alert.daysLeft !== null && <CalendarDaysLeft days={alert.daysLeft} />}
            </div>
            <AlertActions alert={alert} />
          </li>
        ))}
      </ul>
      <Link
        to="/alerts"
        onClick={close}
        className="flex h-9 items-center rounded-md px-2.5 text-sm font-medium text-accent-text hover:bg-sunken"
      >
        All alerts
      </Link>
    </div>
  );
}
