import { client } from '@quartermaster/contract/api/client';
import { defaultDistances } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import { alertRulesQuery, alertStatsQuery, alertsQuery } from '../../records/alerts/alert-queries.ts';
import { aboutText, alertName } from '../../records/alerts/alert-words.ts';
import { type Due, dueOfAlert } from '../../records/due/due.ts';
import { daysText } from '../../records/dates/calendar-days-left.tsx';
import { formatNumber } from '../../ui/format.ts';

export const shownRows = 3;
const readAtMost = 200;

interface Row {
  key: string;
  /** What it is about, ahead of the rest of the text. */
  name: string;
  text: string;
  /** More than there is room for. */
  title: string;
  to: string;
  search?: object;
  /** What can be acted on. */
  due?: Due;
}

export interface Part {
  title: string;
  rows: readonly Row[];
  /** Below them: alerts that are not counted. */
  past?: Row | undefined;
}

/** Undefined while it is not known yet. */
export interface ToDo {
  parts: readonly Part[] | undefined;
  /** The day on which the next date comes near, once nothing is to be done before. */
  until: string | null | undefined;
  error: unknown;
  retry: () => void;
}

export const partTitles = ['To renew', 'To look at', 'To confirm', 'Not told'] as const;

function rowOf(alert: ListedAlert): Row {
  const { id, area, recordId, daysLeft } = alert;
  const name = alertName(alert);
  const when = daysLeft === null ? '' : `, ${daysText(daysLeft)}`;
  const text = `: ${aboutText({ ...alert, renewal: null })}${when}`;
  return {
    key: id,
    name,
    text,
    title: `${name}: ${aboutText(alert)}${when}`,
    to: area === null || recordId === null ? '/alerts' : `/${area}/${recordId}`,
    due: dueOfAlert(alert),
  };
}

const toAlerts = { section: 'alerts' };

/** Rules and messages that reach nobody, for those who can change that. */
function useNotTold(): readonly Row[] | undefined {
  const enabled = useMay('manage');
  const rules = useQuery({ ...alertRulesQuery, enabled });
  const lost = useQuery({
    ...routeQuery(client.deliveries.list, { query: { state: 'given-up', limit: readAtMost } }),
    enabled,
  });
  if (rules.isLoading || lost.isLoading) return undefined;
  return [
    ...(rules.data?.alertRules ?? [])
      .filter(({ isActive, reaches }) => isActive && !reaches)
      .map(({ id, name }) => ({
        key: id,
        name: `The rule ${name} reaches nobody`,
        text: '',
        title: `The rule ${name} reaches nobody`,
        to: '/settings',
        search: toAlerts,
      })),
    ...(lost.data?.deliveries ?? []).map(({ id, subject }) => ({
      key: id,
      name: subject,
      text: '',
      title: subject,
      to: '/alerts',
    })),
  ];
}

/** Alerts whose date was past when it was first seen, such as in an import. */
function pastRow(count: number): Row | undefined {
  const name = `Already past when imported (${formatNumber(count)})`;
  if (count === 0) return undefined;
  return { key: 'past', name, text: '', title: name, to: '/alerts', search: { wasPast: 'true' } };
}

export const isEmpty = ({ rows, past }: Part): boolean => rows.length === 0 && past === undefined;

function partsOf(alerts: readonly ListedAlert[], notTold: readonly Row[], past: Row | undefined): Part[] {
  const expiries = alerts.filter(({ kind }) => kind === 'expiry');
  const rows = [
    expiries.filter(({ renewal }) => renewal === null).map(rowOf),
    alerts.filter(({ kind }) => kind !== 'expiry').map(rowOf),
    expiries.filter(({ renewal }) => renewal !== null).map(rowOf),
    notTold,
  ];
  return partTitles.map((title, at) => ({ title, rows: rows[at] ?? [], past: at === 0 ? past : undefined }));
}

/** What is to be done about alerts, or until when nothing is. */
export function useToDo(): ToDo {
  const open = useQuery(alertsQuery({ state: 'OPEN', wasPast: 'false', limit: readAtMost }));
  const stats = useQuery(alertStatsQuery);
  const notTold = useNotTold();
  const past = pastRow(stats.data?.stats.wasPast ?? 0);
  const parts =
    open.data && !stats.isLoading && notTold ? partsOf(open.data.alerts, notTold, past) : undefined;
  const today = new Date().toISOString().slice(0, 10);
  const next = useQuery({
    ...routeQuery(client.expirations.list, { query: { from: addDays(today, 1), sortBy: 'date', limit: 1 } }),
    enabled: parts?.every(isEmpty) ?? false,
  });
  const date = next.data?.expirations[0]?.date;
  const near = date ? addDays(date, -(defaultDistances[0] ?? 0)) : null;
  return {
    parts,
    until: next.isLoading ? undefined : date && near && near <= today ? date : near,
    error: open.data ? null : open.error,
    retry: () => void open.refetch(),
  };
}
