import { dashboardFilters } from '@quartermaster/contract/dashboard/dashboard.filters';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { entities } from '../../records/entities.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { type Tone, toneClass } from '../../ui/tone.ts';
import { Panel } from '../../ui/panel.tsx';

const kinds: readonly [name: Exclude<keyof DashboardStats['toDo'], 'expiringThisWeek'>, string, Tone][] = [
  ['accountsWithoutAuth', 'Auth Missing', 'bad'],
  ['cdnAccountsWithoutAuth', 'Auth Missing', 'bad'],
  ['accountsWithIncompleteApi', 'API Incomplete', 'warn'],
  ['serversInMaintenance', 'In Maintenance', 'info'],
  ['typesWithReadableSecrets', 'Secrets Typed as String', 'warn'],
  ['emailsWithAmbiguousAddress', 'Ambiguous Address', 'warn'],
];

/** Problems of records, each a link to the list of records that have it. */
export function Problems({ toDo }: Pick<DashboardStats, 'toDo'>) {
  const found = kinds.filter(([name]) => toDo[name] > 0);
  return (
    <Panel title="Needs Attention">
      {found.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          title="Nothing needs attention"
          body="No account lacks its login or API credentials, no API field shows a secret, no address is ambiguous, and no server is in maintenance."
        />
      )}
      <ul className="p-2">
        {found.map(([name, label, tone]) => {
          const { area, filters } = dashboardFilters[name];
          const { icon: Icon, title } = entities[area];
          return (
            <li key={name}>
              <Link
                to={`/${area}`}
                search={filters}
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
                <Badge tone={tone}>{formatNumber(toDo[name])}</Badge>
                <ChevronRight aria-hidden className="size-4 text-ink-3" />
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
