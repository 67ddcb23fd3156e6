import type { Area } from '@quartermaster/contract/api/areas';
import { dashboardFilters, secretCommentFilters } from '@quartermaster/contract/dashboard/dashboard.filters';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { Link } from '@tanstack/react-router';
import { entities } from '../../records/entities.ts';
import { filterSearch } from '../../records/record-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { Tone } from '../../ui/tone.ts';

const kinds: readonly [name: Exclude<keyof typeof dashboardFilters, 'expiringThisWeek'>, string, Tone][] = [
  ['accountsWithoutAuth', 'Auth Missing', 'bad'],
  ['cdnAccountsWithoutAuth', 'Auth Missing', 'bad'],
  ['accountsWithIncompleteApi', 'API Incomplete', 'warn'],
  ['serversInMaintenance', 'In Maintenance', 'info'],
  ['typesWithReadableSecrets', 'Secrets Typed as String', 'warn'],
  ['emailsWithAmbiguousAddress', 'Ambiguous Address', 'warn'],
];

/** A problem of records, a link to the list of those that have it. */
export interface RecordProblem {
  label: string;
  tone: Tone;
  count: number;
  /** What has it. */
  title: string;
  to: string;
  search?: Readonly<Record<string, string>>;
}

/** The problems that records have; `comments` are those that look like they hold a password. */
export function recordProblems(
  toDo: DashboardStats['toDo'],
  comments: readonly { area: Area; count: number }[],
): readonly RecordProblem[] {
  const found = [
    ...kinds.map(([name, label, tone]): RecordProblem => {
      const { area, filters } = dashboardFilters[name];
      return { label, tone, count: toDo[name], title: entities[area].title, to: `/${area}`, search: filters };
    }),
    {
      label: 'Differences',
      tone: 'warn' as const,
      count: toDo.openMismatches,
      title: 'Registration & DNS',
      to: '/mismatches',
    },
    ...comments.map(({ area, count }): RecordProblem => {
      const { title, entity } = entities[area];
      const search = filterSearch(entity, secretCommentFilters);
      return { label: 'Passwords in comments', tone: 'warn', count, title, to: `/${area}`, search };
    }),
  ];
  return found.filter(({ count }) => count > 0);
}

export const ProblemLine = ({ label, tone, count, title, to, search = {} }: RecordProblem) => (
  <li>
    <Link to={to} search={search} className="flex min-h-8 items-center gap-2 rounded-md hover:bg-sunken">
      <span className="min-w-0 clipped flex-1">
        {label} <span className="ml-1 text-ink-2">{title}</span>
      </span>
      <Badge tone={tone}>{formatNumber(count)}</Badge>
    </Link>
  </li>
);
