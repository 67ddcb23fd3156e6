import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { alertStatsQuery } from '../../records/alerts/alert-queries.ts';
import { deferred } from '../../ui/deferred.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';

const OpenAlerts = deferred(() => import('./open-alerts.tsx'));

const shownAtMost = 99;

/** How many alerts are open, without those that were past before anybody could be told, and the most urgent of them. */
export function AlertBell() {
  const { data } = useQuery(alertStatsQuery);
  const { open = 0, wasPast = 0 } = data?.stats ?? {};
  const count = open - wasPast;
  return (
    <Disclosure
      label={
        <>
          <Bell aria-hidden className="size-4.5" strokeWidth={1.75} />
          <span className="sr-only">{count === 0 ? 'Alerts' : `Alerts, ${count} open`}</span>
          {count > 0 && (
            <span
              aria-hidden
              className="absolute -top-1 -right-1 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-[0.625rem] leading-none font-semibold text-on-accent"
            >
              {count > shownAtMost ? `${shownAtMost}+` : count}
            </span>
          )}
        </>
      }
      buttonClass="relative grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
      panelClass="-ml-62 w-80"
    >
      {(close) => <OpenAlerts close={close} />}
    </Disclosure>
  );
}
