import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import type { DashboardStats } from '@quartermaster/contract/dashboard/dashboard.schema';
import { AtSign, Globe, History, Server } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDateTime, formatRelative } from '../../ui/format.ts';
import { toneClass } from '../../ui/tone.ts';
import { newestActivity } from './newest-activity.ts';
import { Panel } from '../../ui/panel.tsx';

const kinds = {
  email: { icon: AtSign, look: toneClass.info },
  domain: { icon: Globe, look: toneClass.ok },
  server: { icon: Server, look: toneClass.violet },
};

export function RecentActivity({ recentActivity }: Pick<DashboardStats, 'recentActivity'>) {
  const items = newestActivity(recentActivity);
  return (
    <Panel title="Recent Activity">
      {items.length === 0 && <EmptyState icon={History} title="No recent activity" />}
      <ul className="divide-y divide-line">
        {items.map(({ id, kind, title, subtitle, createdAt }) => {
          const { icon: Icon, look } = kinds[kind];
          return (
            <li key={id} className="flex items-center gap-3 px-4 py-2">
              <span aria-hidden className={`grid size-8 shrink-0 place-items-center rounded-md ${look}`}>
                <Icon className="size-4" strokeWidth={1.75} />
              </span>
              <div className="min-w-0 flex-1">
                <p className="clipped text-sm font-medium">
                  {kind === 'domain' ? shownDomain(title) : title}
                </p>
                <p className="clipped text-xs text-ink-2">{subtitle}</p>
              </div>
              <time
                dateTime={createdAt}
                data-tip={formatDateTime(createdAt)}
                className="text-xs whitespace-nowrap text-ink-2"
              >
                {formatRelative(createdAt)}
              </time>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
