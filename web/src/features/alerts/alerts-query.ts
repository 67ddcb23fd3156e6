import { alertFilters, alertSorts, alertStates } from '@quartermaster/contract/alerts/alerts.routes';
import { keepPreviousData } from '@tanstack/react-query';
import { alertsQuery } from '../../records/alerts/alert-queries.ts';

/** The lists by state that stand above the table. */
export const views = {
  open: { label: 'Open', state: 'OPEN' },
  acknowledged: { label: 'Acknowledged', state: 'ACKNOWLEDGED' },
  snoozed: { label: 'Snoozed', state: 'SNOOZED' },
  all: { label: 'All', state: alertStates.join(',') },
} as const satisfies Record<string, { label: string; state: string }>;
export type View = keyof typeof views;
export const viewNames = Object.keys(views) as [View, ...View[]];
/** In the address `view=all`, as of every list, turns off the view that it begins with. */
export const firstView = { view: 'open' } as const;

/** What the address of the page may contain: filters, the view, and the alert whose details are shown. */
export const alertList = {
  path: '/alerts',
  filters: { ...alertFilters, view: viewNames, alert: 'text' },
  sortNames: alertSorts,
} as const;
export type AlertFilter = keyof typeof alertList.filters;

export const rowsPerPage = 50;

type Query = Readonly<Record<string, string>>;

/** The filters as the server takes them: the view is one by state, unless states are chosen. */
export function queryOf(
  { view = 'all', alert: _, relatedTo: __, ids: ___, ...query }: Query,
  search: string,
): Record<string, string> {
  return { state: views[view as View].state, ...query, ...(search !== '' && { search }) };
}

export const pageQuery = (query: Query, page: number) => ({
  ...alertsQuery({ ...query, page, limit: rowsPerPage }),
  placeholderData: keepPreviousData,
});
