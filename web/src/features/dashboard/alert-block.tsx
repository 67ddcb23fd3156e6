import { client } from '@quartermaster/contract/api/client';
import { defaultDistances } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import { alertRulesQuery, alertsQuery } from '../../records/alerts/alert-queries.ts';
import { aboutText, alertName } from '../../records/alerts/alert-words.ts';
import { daysText } from '../../records/dates/calendar-days-left.tsx';
import { formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';

const shownRows = 3;
const readAtMost = 200;

interface Part {
  title: string;
  rows: readonly { key: string; text: string; to: string; search?: object }[];
}

const rowOf = (alert: Alert): Part['rows'][number] => {
  const { id, area, recordId, daysLeft } = alert;
  const when = daysLeft === null ? '' : `, ${daysText(daysLeft)}`;
  return {
    key: id,
    text: `${alertName(alert)}: ${aboutText(alert)}${when}`,
    to: area === null || recordId === null ? '/alerts' : `/${area}/${recordId}`,
  };
};

const toAlerts = { section: 'alerts' };

/** Rules and messages that reach nobody, for those who can change that. */
function useNotTold(): Part['rows'] {
  const mayManage = useMay('manage');
  const rules = useQuery({ ...alertRulesQuery, enabled: mayManage }).data?.alertRules ?? [];
  const lost = useQuery({
    ...routeQuery(client.deliveries.list, { query: { state: 'given-up', limit: shownRows + 1 } }),
    enabled: mayManage,
  });
  return [
    ...rules
      .filter(({ isActive, reaches }) => isActive && !reaches)
      .map(({ id, name }) => ({
        key: id,
        text: `The rule ${name} reaches nobody`,
        to: '/settings',
        search: toAlerts,
      })),
    ...(lost.data?.deliveries ?? []).map(({ id, subject }) => ({ key: id, text: subject, to: '/alerts' })),
  ];
}

/** What is to be done about alerts, or until when nothing is. */
export function AlertBlock() {
  const open = useQuery(alertsQuery({ state: 'OPEN', limit: readAtMost }));
  const notTold = useNotTold();
  if (!open.data) return null;
  const { alerts } = open.data;
  const expiries = alerts.filter(({ kind }) => kind === 'expiry');
  const parts: Part[] = [
    { title: 'To renew', rows: expiries.filter(({ renewal }) => renewal === null).map(rowOf) },
    { title: 'To look at', rows: alerts.filter(({ kind }) => kind !== 'expiry').map(rowOf) },
    { title: 'To confirm', rows: expiries.filter(({ renewal }) => renewal !== null).map(rowOf) },
    { title: 'Not told', rows: notTold },
  ];
  if (parts.every(({ rows }) => rows.length === 0)) return <NothingToDo />;
  return (
    <Panel title="To do">
      <div className="grid gap-x-4 gap-y-3 p-4 sm:grid-cols-2 xl:grid-cols-4">
        {parts.map((part) => (
          <PartRows key={part.title} {...part} />
        ))}
      </div>
    </Panel>
  );
}

const PartRows = ({ title, rows }: Part): ReactNode => (
  <section aria-label={title} className="min-w-0 text-sm">
    <h3 className="mb-1 font-medium text-ink-2">{title}</h3>
    {rows.length === 0 && <p className="text-ink-3">Nothing</p>}
    <ul>
      {rows.slice(0, shownRows).map(({ key, text, to, search = {} }) => (
        <li key={key}>
          <Link to={to} search={search} title={text} className="clipped block py-1 hover:underline">
            {text}
          </Link>
        </li>
      ))}
    </ul>
    {rows.length > shownRows && (
      <Link to="/alerts" className="block py-1 text-accent-text hover:underline">
        {rows.length - shownRows} more
      </Link>
    )}
  </section>
);

/** The day on which the next date comes near. */
function NothingToDo() {
  const today = new Date().toISOString().slice(0, 10);
  const { data } = useQuery(
    routeQuery(client.expirations.list, { query: { from: addDays(today, 1), sortBy: 'date', limit: 1 } }),
  );
  const next = data?.expirations[0]?.date;
  if (!next) return null;
  const near = addDays(next, -(defaultDistances[0] ?? 0));
  return (
    <Panel title="To do">
      <p className="px-4 py-3 text-sm text-ink-2">
        Nothing to do until {formatDay(near > today ? near : next)}
      </p>
    </Panel>
  );
}
