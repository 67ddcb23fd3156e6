import { alertStateLabels } from '@quartermaster/contract/alerts/alerts.routes';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { Link } from '@tanstack/react-router';
import { MailWarning, MessageSquare, UserRound } from 'lucide-react';
import { AlertActions } from '../../records/alerts/alert-actions.tsx';
import { aboutText, alertName, distanceText, stateTones } from '../../records/alerts/alert-words.ts';
import { counted } from '../../records/count-text.ts';
import { CalendarDaysLeft } from '../../records/dates/calendar-days-left.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatDay, formatRelative } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

interface AlertRowProps {
  alert: Alert;
  /** The messages about it; undefined if there were none, or they are not shown. */
  told: readonly Delivery[] | undefined;
  onOpen: () => void;
}

/** An alert: about what, how near, who was told when, and what can be done. */
export function AlertRow({ alert, told, onOpen }: AlertRowProps) {
  const { id, area, recordId, date, daysLeft, distance, state, raisedAt, snoozedUntil } = alert;
  const name = alertName(alert);
  return (
    <li
      data-row={id}
      tabIndex={-1}
      className="grid grid-cols-2 gap-x-4 gap-y-2 px-4 py-2.5 outline-none hover:bg-sunken focus-visible:bg-sunken focus-visible:shadow-[inset_3px_0_var(--color-accent)] md:grid-cols-[minmax(0,1fr)_9rem_9rem_24rem] md:items-center"
    >
      <div className="min-w-0 max-md:col-span-2">
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
          <time dateTime={raisedAt}>Since {formatRelative(raisedAt)}</time>
        ) : (
          <time dateTime={date}>{formatDay(date)}</time>
        )}
        {daysLeft !== null && <CalendarDaysLeft days={daysLeft} />}
      </div>
      <div className="stacked justify-items-start text-xs text-ink-2">
        <StatusBadge tone={stateTones[state]}>{alertStateLabels[state]}</StatusBadge>
        <span>
          {snoozedUntil === null ? distanceText(distance) : `Until ${formatDateTime(snoozedUntil)}`}
        </span>
        {told && <Told told={told} />}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 max-md:col-span-2">
        <AlertActions alert={alert} all />
        <Button variant="ghost" className="max-md:h-9" aria-label={`Details of ${name}`} onClick={onOpen}>
          Details
        </Button>
      </div>
    </li>
  );
}

/** How many channels and people were told, in red what was not delivered. */
function Told({ told }: { told: readonly Delivery[] }) {
  const failed = told.filter(({ state }) => state === 'given-up').length;
  const channels = told.filter(({ channelId }) => channelId !== null).length;
  const people = told.length - channels;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {channels > 0 && (
        <span
          className="inline-flex items-center gap-1"
          data-tip={`${counted({ one: 'message' }, channels)} to channels`}
        >
          <MessageSquare aria-label="Messages to channels" className="size-3.5" />
          {channels}
        </span>
      )}
      {people > 0 && (
        <span
          className="inline-flex items-center gap-1"
          data-tip={`${counted({ one: 'message' }, people)} to people`}
        >
          <UserRound aria-label="Messages to people" className="size-3.5" />
          {people}
        </span>
      )}
      {failed > 0 && (
        <span className="inline-flex items-center gap-1 text-bad">
          <MailWarning aria-label="Not delivered" className="size-3.5" />
          {failed}
        </span>
      )}
    </span>
  );
}
