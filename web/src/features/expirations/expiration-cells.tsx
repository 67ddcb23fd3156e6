import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { PlainColumn } from '../../list/table/plain-table.tsx';
import { inWorkspace } from '../../api/workspace.ts';
import { alertStateLabels, stateTones } from '../../records/alerts/alert-words.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CalendarDaysLeft } from '../../records/dates/calendar-days-left.tsx';
import { autoRenewLabels } from '../../records/dates/renewal.ts';
import { priceText } from '../../records/dates/renewal-text.ts';
import { sourceAndAge, sourceLabels } from '../../records/looked-up/source.ts';
import { formatDateTime, formatDay, formatRelative } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { noDate, stateLabels } from './expiration-words.ts';

export type OpenExpiration = (row: Expiration) => void;

/** The record's name, which shows the record over the list; the address is for new tabs. */
function Name({ row, onOpen }: { row: Expiration; onOpen: OpenExpiration }) {
  const { area, recordId, name, label } = row;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(row);
  };
  return (
    <span className="stacked">
      <a
        href={inWorkspace(`/${area}/${recordId}`)}
        onClick={open}
        className="-my-1 clipped py-1 font-medium hover:underline"
      >
        <Marked>{shownName(area, name)}</Marked>
      </a>
      {label !== null && (
        <span className="clipped text-xs font-normal text-ink-2">
          <Marked>{label}</Marked>
        </span>
      )}
    </span>
  );
}

/** The day and how far it is; without one, what is known instead. */
const When = ({ date, at, daysLeft, state }: Expiration) =>
  date === null ? (
    <span className="stacked text-ink-2">
      <span>{noDate}</span>
      <span className="text-xs">{stateLabels[state]}</span>
    </span>
  ) : (
    <span className="stacked justify-items-start">
      <time dateTime={at ?? date} data-tip={at === null ? undefined : formatDateTime(at)}>
        {formatDay(date)}
      </time>
      {daysLeft !== null && <CalendarDaysLeft days={daysLeft} />}
    </span>
  );

/** What is said beside a date: it is not the registry's last word, or none was found. */
function noteOf({ date, state, renewal }: Expiration): string | null {
  if (renewal !== null) return 'Renewed by the registry, not confirmed by the registrar';
  return date !== null && state !== 'dated' ? stateLabels[state] : null;
}

/** Where the date comes from, and how old it is if it was looked up. */
function Source(row: Expiration) {
  const { source, observedAt } = row;
  const note = noteOf(row);
  if (source === null) return '—';
  return (
    <span className="stacked">
      <span className="clipped">
        {sourceLabels[source]}
        {observedAt !== null && (
          <time dateTime={observedAt} className="text-xs text-ink-2">
            , {formatRelative(observedAt)}
          </time>
        )}
      </span>
      {note !== null && <span className="clipped text-xs text-warn">{note}</span>}
    </span>
  );
}

/** The state of its alert, which it leads to. */
const AlertMark = ({ alertId, alertState }: Pick<Expiration, 'alertId' | 'alertState'>) =>
  alertId === null || alertState === null ? (
    '—'
  ) : (
    <Link to="/alerts" search={{ view: 'all', alert: alertId }} className="inline-flex min-h-6 items-center">
      <StatusBadge tone={stateTones[alertState]}>{alertStateLabels[alertState]}</StatusBadge>
    </Link>
  );

type Column = PlainColumn<Expiration>;

export const columnsOf = (onOpen: OpenExpiration): readonly [Column, ...Column[]] => [
  { id: 'name', header: 'Name', sortBy: 'name', cell: (row) => <Name row={row} onOpen={onOpen} /> },
  { id: 'what', header: 'What', sortBy: 'what', width: '9rem', cell: ({ what }) => expirationLabels[what] },
  { id: 'date', header: 'Date', sortBy: 'date', width: '10rem', cell: When },
  { id: 'source', header: 'Source', width: '11rem', cell: Source },
  {
    id: 'autoRenew',
    header: 'Auto renew',
    width: '7rem',
    cell: ({ autoRenew }) => (autoRenew === null ? '—' : autoRenewLabels[autoRenew]),
  },
  {
    id: 'price',
    header: 'Price',
    width: '7.5rem',
    cell: (row) => <span className="clipped block">{priceText(row) ?? '—'}</span>,
  },
  {
    id: 'payer',
    header: 'Payer',
    width: '11rem',
    cell: ({ payer }) => <span className="clipped block">{payer ?? '—'}</span>,
  },
  { id: 'alert', header: 'Alert', width: '8.5rem', cell: (row) => <AlertMark {...row} /> },
];

/** A row on a narrow screen. */
export const ExpirationCard = ({ row, onOpen }: { row: Expiration; onOpen: OpenExpiration }) => {
  const { what, date, daysLeft, source, observedAt, autoRenew, payer } = row;
  const facts = [
    source && sourceAndAge(source, observedAt),
    noteOf(row),
    autoRenew && autoRenew !== 'UNKNOWN' && `Auto renew: ${autoRenewLabels[autoRenew]}`,
    priceText(row),
    payer && `Payer: ${payer}`,
  ].filter(Boolean);
  return (
    <div className="grid min-w-0 flex-1 gap-1 py-2.5 text-sm">
      <Name row={row} onOpen={onOpen} />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>
          {expirationLabels[what]} ·{' '}
          {date === null ? (
            <span className="text-ink-2">
              {noDate} · {stateLabels[row.state]}
            </span>
          ) : (
            <time dateTime={date}>{formatDay(date)}</time>
          )}
        </span>
        {daysLeft !== null && <CalendarDaysLeft days={daysLeft} />}
        {row.alertId !== null && <AlertMark {...row} />}
      </span>
      {facts.length > 0 && <span className="text-xs wrap-anywhere text-ink-2">{facts.join(' · ')}</span>}
    </div>
  );
};
