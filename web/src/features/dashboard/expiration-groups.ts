import { dashboardFilters } from '@quartermaster/contract/dashboard/dashboard.filters';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
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
  /** The first of the group, if it is not among the most urgent alerts at all. */
  next: Alert[];
}

export const alertsShown = 5;
const nextShown = 3;

const isOverdue = ({ status, daysUntilExpiration: days }: Alert) =>
  status === 'EXPIRED' || (days !== null && days <= 0);
const isThisWeek = ({ daysUntilExpiration: days }: Alert) => days !== null && days <= 7;

/** Groups expired domains and those that expire within a week and within a month, which includes the week. */
export function expirationGroups({ expirationAlerts, domains, toDo }: Stats): ExpirationGroup[] {
  const split = (belongs: (alert: Alert) => boolean) => {
    const alerts = expirationAlerts.slice(0, alertsShown).filter(belongs);
    return {
      alerts,
      next: alerts.length > 0 ? [] : expirationAlerts.filter(belongs).slice(0, nextShown),
    };
  };
  return [
    {
      label: 'Overdue',
      tone: 'bad',
      count: domains.expiredDomains,
      filters: { expiry: 'expired' },
      ...split(isOverdue),
    },
    {
      label: 'Next 7 days',
      tone: 'hot',
      count: toDo.expiringThisWeek,
      filters: dashboardFilters.expiringThisWeek.filters,
      ...split((alert) => !isOverdue(alert) && isThisWeek(alert)),
    },
    {
      label: 'Next 30 days',
      tone: 'warn',
      count: domains.expiringDomains,
      filters: { expiry: 'expiring' },
      ...split((alert) => !isOverdue(alert) && !isThisWeek(alert)),
    },
  ];
}
