import { client } from '@quartermaster/contract/api/client';
import { defaultDistances } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import type { ListedAlert, list } from '@quartermaster/contract/alerts/alerts.schema';
import { addDays } from '@quartermaster/contract/rules/calendar';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { routeQuery } from '../../api/queries.ts';
import { useMay } from '../../api/rights.ts';
import { type AlertGroup, alertGroupNames, alertGroups } from '../../records/alerts/alert-groups.ts';
import { alertRulesQuery, alertStatsQuery, alertsQuery } from '../../records/alerts/alert-queries.ts';
import { noRecipientText } from '../../records/alerts/alert-words.ts';
import { uncheckedQuery, uncheckedText } from '../../records/looked-up/unchecked.ts';
import { type Loaded, errorOf } from './loaded.ts';

export const shownRows = 8;

/** The most urgent alerts of a group, and how many it has. */
interface Alerts {
  rows: readonly ListedAlert[];
  total: number;
}

/** A rule without a recipient, or a message that was given up. */
export interface Undelivered {
  key: string;
  words: string;
  to: string;
  search?: Readonly<Record<string, string>>;
}

export interface ToDo {
  alerts: Readonly<Record<AlertGroup, Alerts>>;
  /** Alerts whose date was past when it was first seen, such as in an import. */
  past: number;
  undelivered: { rows: readonly Undelivered[]; total: number };
  /** Why nobody can say yet that there is no problem. */
  unchecked: string | null;
}

const listOf = (group: AlertGroup) =>
  alertsQuery({ ...alertGroups[group].filters, state: 'OPEN', limit: shownRows });

const alertsIn = ({ alerts, pagination }: z.output<typeof list.data>): Alerts => ({
  rows: alerts,
  total: pagination.total,
});

/** Rules without a recipient and messages that nobody got, for those who can change that. */
function useUndelivered(): Loaded<ToDo['undelivered']> {
  const enabled = useMay('manage');
  const rules = useQuery({ ...alertRulesQuery, enabled });
  const lost = useQuery({
    ...routeQuery(client.deliveries.list, { query: { state: 'given-up', limit: shownRows } }),
    enabled,
  });
  const error = errorOf([rules, lost]);
  if (enabled && (!rules.data || !lost.data)) return { data: undefined, error };
  const silent = (rules.data?.alertRules ?? []).filter(({ isActive, reaches }) => isActive && !reaches);
  const rows = [
    ...silent.map((rule) => ({
      key: rule.id,
      words: noRecipientText(rule),
      to: '/settings',
      search: { section: 'rules' },
    })),
    ...(lost.data?.deliveries ?? []).map(({ id, subject }) => ({
      key: id,
      words: subject,
      to: '/settings',
      search: { section: 'channels' },
    })),
  ];
  const total = silent.length + (lost.data?.pagination.total ?? 0);
  return { data: { rows: rows.slice(0, shownRows), total }, error };
}

/** What is to be done; `data` is undefined until all of it is known. */
export function useToDo(): Loaded<ToDo> {
  const lists = {
    renew: useQuery(listOf('renew')),
    problems: useQuery(listOf('problems')),
    unconfirmed: useQuery(listOf('unconfirmed')),
  };
  const stats = useQuery(alertStatsQuery);
  const looked = useQuery(uncheckedQuery);
  const undelivered = useUndelivered();
  const all = [...Object.values(lists), stats, looked, undelivered];
  return {
    data:
      lists.renew.data &&
      lists.problems.data &&
      lists.unconfirmed.data &&
      stats.data &&
      looked.data &&
      undelivered.data
        ? {
            alerts: {
              renew: alertsIn(lists.renew.data),
              problems: alertsIn(lists.problems.data),
              unconfirmed: alertsIn(lists.unconfirmed.data),
            },
            past: stats.data.stats.wasPast,
            undelivered: undelivered.data,
            unchecked: uncheckedText(looked.data),
          }
        : undefined,
    error: errorOf(all),
  };
}

export const isNothing = ({ alerts, past, undelivered }: ToDo): boolean =>
  alertGroupNames.every((group) => alerts[group].total === 0) && past === 0 && undelivered.total === 0;

/** The day on which the next date comes near; null if there is none, undefined while it is not known. */
export function useNextDay(): string | null | undefined {
  const today = new Date().toISOString().slice(0, 10);
  const query = { from: addDays(today, 1), sortBy: 'date', limit: 1 } as const;
  const { data, isLoading } = useQuery(routeQuery(client.expirations.list, { query }));
  if (isLoading) return undefined;
  const date = data?.expirations[0]?.date ?? null;
  const near = date && addDays(date, -(defaultDistances[0] ?? 0));
  return near && near <= today ? date : near;
}
