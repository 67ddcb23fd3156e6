import type { client } from '@quartermaster/contract/api/client';
import type { Output } from '../../api/request.ts';
import { type Share, ShareTable } from '../../ui/share-table.tsx';
import { statusTone } from '../../ui/tone.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Stats = Output<typeof client.domains.stats>['stats'];

const shown = 5;

/** The largest groups; the rest as one. */
function largest(groups: Stats['domainsByRegistrator']): Share[] {
  if (groups.length <= shown + 1) return groups;
  const others = groups.slice(shown).reduce((sum, { count }) => sum + count, 0);
  return [...groups.slice(0, shown), { key: 'others', label: 'Others', count: others }];
}

/** Domains by status and by registrator. */
export default function DomainInsights({ stats }: { stats: Stats }) {
  const byStatus = stats.domainsByStatus.map(({ key, count }) => ({
    key,
    label: <StatusBadge status={key} />,
    count,
    tone: statusTone(key),
  }));
  return (
    <section
      aria-label="Insights"
      className="grid shrink-0 items-start gap-x-8 gap-y-4 rounded-lg border border-line bg-surface p-4 shadow-card md:grid-cols-2"
    >
      <ShareTable label="By stored status" counted="Domains" shares={byStatus} total={stats.totalDomains} />
      <ShareTable
        label="By registrator"
        counted="Domains"
        shares={largest(stats.domainsByRegistrator)}
        total={stats.totalDomains}
      />
    </section>
  );
}
