import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import type { MouseEvent } from 'react';
import { inWorkspace } from '../../api/workspace.ts';
import type { PlainColumn } from '../../list/table/plain-table.tsx';
import {
  aboutText,
  alertName,
  alertStateLabels,
  crossedText,
  stateTones,
} from '../../records/alerts/alert-words.ts';
import { CalendarDaysLeft } from '../../records/dates/calendar-days-left.tsx';
import { formatDateTime, formatDay, formatRelative } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Told } from './told.tsx';

export type OpenAlert = (alert: ListedAlert) => void;

/** The name, which shows the record over the list where the alert is about one. */
function Name({ alert, onOpen }: { alert: ListedAlert; onOpen: OpenAlert }) {
  const { area, recordId } = alert;
  const name = <Marked>{alertName(alert)}</Marked>;
  if (area === null || recordId === null) return <span className="clipped block font-medium">{name}</span>;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(alert);
  };
  return (
    <a
      href={inWorkspace(`/${area}/${recordId}`)}
      onClick={open}
      className="clipped block py-1 font-medium hover:underline"
    >
      {name}
    </a>
  );
}

/** The day and how far it is, or since when it lasts. */
const When = ({ date, daysLeft, raisedAt }: ListedAlert) => (
  <span className="stacked justify-items-start">
    {date === null ? (
      <time dateTime={raisedAt}>Since {formatRelative(raisedAt).replace(/^Just/, 'just')}</time>
    ) : (
      <time dateTime={date}>{formatDay(date)}</time>
    )}
    {daysLeft !== null && <CalendarDaysLeft days={daysLeft} />}
  </span>
);

const State = ({ state, snoozedUntil }: ListedAlert) => (
  <span className="stacked justify-items-start">
    <StatusBadge tone={stateTones[state]}>{alertStateLabels[state]}</StatusBadge>
    {snoozedUntil !== null && (
      <span className="clipped text-xs text-ink-2">Until {formatDateTime(snoozedUntil)}</span>
    )}
  </span>
);

/** The clients of the record, by its tags. */
const clientsOf = ({ expiration }: ListedAlert): string =>
  (expiration?.tags ?? [])
    .filter(({ type }) => type === 'client')
    .map(({ value }) => value)
    .join(', ');

type Column = PlainColumn<ListedAlert>;
const clipped = (text: string) => <span className="clipped block">{text || '—'}</span>;

const told: Column = { id: 'told', header: 'Told', width: '10rem', cell: (alert) => <Told alert={alert} /> };

export const columnsOf = (onOpen: OpenAlert, showsTold: boolean): readonly [Column, ...Column[]] => [
  { id: 'name', header: 'Name', sortBy: 'name', cell: (alert) => <Name alert={alert} onOpen={onOpen} /> },
  {
    id: 'what',
    header: 'What',
    sortBy: 'what',
    width: '13rem',
    cell: (alert) => <span className="line-clamp-2">{aboutText(alert)}</span>,
  },
  { id: 'date', header: 'Date', sortBy: 'date', width: '9.5rem', cell: When },
  {
    id: 'reminder',
    header: 'Reminder',
    width: '9rem',
    cell: (alert) => clipped(crossedText(alert) ?? ''),
  },
  { id: 'client', header: 'Client', width: '9rem', cell: (alert) => clipped(clientsOf(alert)) },
  {
    id: 'registrar',
    header: 'Registrar',
    width: '9rem',
    cell: ({ expiration }) => clipped(expiration?.registrar ?? ''),
  },
  ...(showsTold ? [told] : []),
  { id: 'state', header: 'State', sortBy: 'state', width: '9rem', cell: State },
];

interface AlertCardProps {
  alert: ListedAlert;
  onOpen: OpenAlert;
}

/** An alert on a narrow screen. */
export const AlertCard = ({ alert, onOpen }: AlertCardProps) => {
  const facts = [crossedText(alert), clientsOf(alert), alert.expiration?.registrar].filter(Boolean);
  return (
    <div className="grid min-w-0 flex-1 gap-1 py-2.5 text-sm">
      <Name alert={alert} onOpen={onOpen} />
      <span className="text-ink-2">{aboutText(alert)}</span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {When(alert)}
        {State(alert)}
      </span>
      {facts.length > 0 && <span className="text-xs wrap-anywhere text-ink-2">{facts.join(' · ')}</span>}
      <Told alert={alert} />
    </div>
  );
};
