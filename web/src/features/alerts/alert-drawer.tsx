import { Dialog } from '@base-ui/react/dialog';
import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import { aboutText, alertName, detailText, eventWords } from '../../records/alerts/alert-words.ts';
import { CalendarDaysLeft } from '../../records/dates/calendar-days-left.tsx';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { DialogBackdrop } from '../../ui/dialog-backdrop.tsx';
import { formatDateTime, formatDay } from '../../ui/format.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { AlertDeliveries } from './alert-deliveries.tsx';

/** What happened to an alert, and what became of the messages about it. */
export function AlertDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(routeQuery(client.alerts.get, { params: { id } }));
  const mayManage = useMay('manage');
  const alert = data?.alert;
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-full max-w-lg flex-col gap-4 overflow-y-auto bg-raised p-5 shadow-popup outline-none">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Dialog.Title className="text-lg font-semibold wrap-anywhere">
                {alert ? alertName(alert) : 'Alert'}
              </Dialog.Title>
              {alert && <p className="text-sm text-ink-2">{aboutText(alert)}</p>}
              {alert?.area != null && (
                <Link
                  to={`/${alert.area}/${alert.recordId}`}
                  className="text-sm font-medium text-accent-text hover:underline"
                >
                  Open {alertName(alert)}
                </Link>
              )}
              {alert?.date != null && (
                <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
                  <time dateTime={alert.date}>{formatDay(alert.date)}</time>
                  {alert.daysLeft !== null && <CalendarDaysLeft days={alert.daysLeft} />}
                </p>
              )}
            </div>
            <Dialog.Close render={<IconButton label="Close" icon={X} />} />
          </div>
          <ProblemBanner title="Failed to load the alert" error={error} onRetry={() => void refetch()} />
          {!alert && !error && <PageSpinner />}
          {alert && (
            <Part title="What happened">
              <ol className="grid gap-2">
                {alert.events.map(({ at, actor, event, detail }) => (
                  <li key={`${at} ${event}`} className="text-sm">
                    <span className="font-medium">{eventWords[event]}</span>
                    {detail !== null && `: ${detailText(detail)}`}
                    <span className="block text-xs text-ink-2">
                      {formatDateTime(at)}
                      {actor && `, ${actor.name ?? actor.email}`}
                    </span>
                  </li>
                ))}
              </ol>
            </Part>
          )}
          {alert && mayManage && (
            <Part title="Messages">
              <AlertDeliveries alertId={id} />
            </Part>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="text-sm font-semibold">{title}</h3>
    {children}
  </section>
);
