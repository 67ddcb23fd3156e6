import { dashboardFilters, secretCommentFilters } from '@quartermaster/contract/dashboard/dashboard.filters';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, CircleDashed, GitCompareArrows, type LucideIcon } from 'lucide-react';
import { entities } from '../../records/entities.ts';
import { useUncheckedText } from '../../records/looked-up/unchecked.ts';
import { filterSearch } from '../../records/record-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { type Tone, toneClass } from '../../ui/tone.ts';
import { Panel } from '../../ui/panel.tsx';
import { useSecretComments } from './secret-comments.ts';

const kinds: readonly [name: Exclude<keyof typeof dashboardFilters, 'expiringThisWeek'>, string, Tone][] = [
  ['accountsWithoutAuth', 'Auth Missing', 'bad'],
  ['cdnAccountsWithoutAuth', 'Auth Missing', 'bad'],
  ['accountsWithIncompleteApi', 'API Incomplete', 'warn'],
  ['serversInMaintenance', 'In Maintenance', 'info'],
  ['typesWithReadableSecrets', 'Secrets Typed as String', 'warn'],
  ['emailsWithAmbiguousAddress', 'Ambiguous Address', 'warn'],
];

interface Problem {
  label: string;
  tone: Tone;
  count: number;
  icon: LucideIcon;
  /** What has it. */
  title: string;
  to: string;
  search?: Readonly<Record<string, string>>;
}

const problemsOf = (toDo: DashboardStats['toDo']): Problem[] => [
  ...kinds.map(([name, label, tone]): Problem => {
    const { area, filters } = dashboardFilters[name];
    const { icon, title } = entities[area];
    return { label, tone, count: toDo[name], icon, title, to: `/${area}`, search: filters };
  }),
  {
    label: 'Differences',
    tone: 'warn',
    count: toDo.openMismatches,
    icon: GitCompareArrows,
    title: 'What was looked up',
    to: '/mismatches',
  },
];

/** Problems of records, each a link to the list of records that have it. */
export function Problems({ toDo }: Pick<DashboardStats, 'toDo'>) {
  const comments = useSecretComments(toDo).map(({ area, count }): Problem => {
    const { icon, title, entity } = entities[area];
    const search = filterSearch(entity, secretCommentFilters);
    return { label: 'Passwords in Comments', tone: 'warn', count, icon, title, to: `/${area}`, search };
  });
  const found = [...problemsOf(toDo), ...comments].filter(({ count }) => count > 0);
  const unchecked = useUncheckedText();
  return (
    <Panel title="Needs Attention">
      {found.length === 0 && (
        // Its room is kept until it is known what was looked up, so that nothing below moves.
        <div className={unchecked === undefined ? 'invisible' : undefined}>
          <EmptyState
            icon={unchecked === null ? CircleCheck : CircleDashed}
            title={unchecked ?? 'Nothing needs attention'}
            body="No account lacks its login or API credentials, no API field shows a secret, no address is ambiguous, no comment holds a password, and no server is in maintenance."
          />
        </div>
      )}
      <ul className="p-2">
        {found.map(({ label, tone, count, icon: Icon, title, to, search = {} }) => (
          <li key={`${to} ${label}`}>
            <Link
              to={to}
              search={search}
              className="flex min-h-12 items-center gap-3 rounded-md px-2 py-1 text-sm hover:bg-sunken"
            >
              <span
                aria-hidden
                className={`grid size-8 shrink-0 place-items-center rounded-md ${toneClass[tone]}`}
              >
                <Icon className="size-4" strokeWidth={1.75} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{label}</span>{' '}
                <span className="block text-xs text-ink-2">{title}</span>
              </span>
              <Badge tone={tone}>{formatNumber(count)}</Badge>
              <ChevronRight aria-hidden className="size-4 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
