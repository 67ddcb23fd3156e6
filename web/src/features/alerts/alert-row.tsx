import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { Link } from '@tanstack/react-router';
import { AlertActions } from '../../records/alerts/alert-actions.tsx';
import {
  aboutText,
  alertName,
  crossedText,
  alertStateLabels,
  stateTones,
} from '../../records/alerts/alert-words.ts';
import { CalendarDaysLeft } from '../../records/dates/calendar-days-left.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatDay, formatRelative } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Delivered } from './delivered.tsx';

interface AlertRowProps {
  alert: Alert;
  /** The messages about it; undefined if there were none, or they are not shown. */
  deliveries: readonly Delivery[] | undefined;
  onOpen: () => void;
}

/** An alert: about what, how near, to whom messages went when, and what can be done. */
export function AlertRow({ alert, deliveries, onOpen }: AlertRowProps) {
  const { id, area, recordId, date, daysLeft, state, raisedAt, snoozedUntil } = alert;
  const name = alertName(alert);
  return (
    <li
      data-row={id}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 px-4 py-2.5 outline-none hover:bg-sunken focus-visible:bg-sunken focus-visible:shadow-[inset_3px_0_var(--color-accent)] md:grid-cols-[minmax(0,1fr)_8rem_minmax(8rem,11rem)_9rem_auto_auto] md:items-center"
    >
      <div className="min-w-0 max-md:order-[-2]">
        {area === null ? (
          <span className="clipped block font-medium">{name}</span>
        ) : (
          <Link to={`/${area}/${recordId}`} className="clipped block py-0.5 font-medium hover:underline">
            {name}
          </Link>
        )}
        <span className="block text-xs text-ink-2">{aboutText(alert)}</span>
      </div>
      <div className="stacked justify-items-start text-sm">
        {date === null ? (
          <time dateTime={raisedAt}>Since {formatRelative(raisedAt).replace(/^Just/, 'just')}</time>
        ) : (
          <time dateTime={date}>{formatDay(date)}</time>
        )}
        {daysLeft !== null && <CalendarDaysLeft days={daysLeft} />}
      </div>
      <div className="stacked justify-items-start text-xs text-ink-2 max-md:justify-items-end">
        <StatusBadge tone={stateTones[state]}>{alertStateLabels[state]}</StatusBadge>
        <span>{snoozedUntil === null ? crossedText(alert) : `Until ${formatDateTime(snoozedUntil)}`}</span>
      </div>
      <div className="text-xs text-ink-2 max-md:col-span-2 max-md:empty:hidden">
        {deliveries && <Delivered deliveries={deliveries} />}
      </div>
      <div className="max-md:col-span-2 max-md:empty:hidden md:w-72">
        <AlertActions alert={alert} all />
      </div>
      <Button
        variant="ghost"
        className="max-md:order-[-1] max-md:-mr-3 max-md:h-9 max-md:justify-self-end"
        aria-label={`Details of ${name}`}
        onClick={onOpen}
      >
        Details
      </Button>
    </li>
  );
}
