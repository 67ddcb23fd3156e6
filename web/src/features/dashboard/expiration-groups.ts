import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { dashboardFilters } from '@quartermaster/contract/dashboard/dashboard.filters';
import { type Tone } from '../../ui/tone.ts';

type Stats = Pick<DashboardStats, 'expirationAlerts' | 'domains' | 'toDo'>;
type Alert = Stats['expirationAlerts'][number];

export interface ExpirationGroup {
  label: string;
  tone: Tone;
  /** The total of the list with these filters. */
  count: number;
  filters: Readonly<Record<string, string>>;
  /** The most urgent alerts of this group that belong to no earlier one. */
  alerts: Alert[];
}

export const alertsShown = 5;

const isOverdue = ({ status, daysUntilExpiration: days }: Alert) =>
  status === 'EXPIRED' || (days !== null && days <= 0);
const isThisWeek = ({ daysUntilExpiration: days }: Alert) => days !== null && days <= 7;

/** Groups expired domains and those that expire within a week and within a month, which includes the week. */
export function expirationGroups({ expirationAlerts, domains, toDo }: Stats): ExpirationGroup[] {
  const shown = expirationAlerts.slice(0, alertsShown);
  const overdue = shown.filter(isOverdue);
  const week = shown.filter((alert) => !isOverdue(alert) && isThisWeek(alert));
  const later = shown.filter((alert) => !isOverdue(alert) && !isThisWeek(alert));
  return [
    {
      label: 'Overdue',
      tone: 'bad',
      count: domains.expiredDomains,
      filters: { expiry: 'expired' },
      alerts: overdue,
    },
    {
      label: 'Next 7 days',
      tone: 'hot',
      count: toDo.expiringThisWeek,
      filters: dashboardFilters.expiringThisWeek.filters,
      alerts: week,
    },
    {
      label: 'Next 30 days',
      tone: 'warn',
      count: domains.expiringDomains,
      filters: { expiry: 'expiring' },
      alerts: later,
    },
  ];
}
