import { dashboardFilters } from '@quartermaster/contract/dashboard/dashboard.filters';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import type { Tone } from '../../ui/tone.ts';

interface ExpirationCount {
  label: string;
  tone: Tone;
  /** The total of the list with these filters. */
  count: number;
  filters: Readonly<Record<string, string>>;
}

/** How many domains expired, and how many do within a week and within a month, which includes the week. */
export const expirationCounts = ({ domains, toDo }: DashboardStats): ExpirationCount[] => [
  { label: 'Overdue', tone: 'bad', count: domains.expiredDomains, filters: { expiry: 'expired' } },
  {
    label: 'Next 7 days',
    tone: 'hot',
    count: toDo.expiringThisWeek,
    filters: dashboardFilters.expiringThisWeek.filters,
  },
  { label: 'Next 30 days', tone: 'warn', count: domains.expiringDomains, filters: { expiry: 'expiring' } },
];
