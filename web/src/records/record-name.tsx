import type { Area } from '@quartermaster/contract/api/areas';
import { StatusBadge } from '../ui/status-badge.tsx';
import { entities } from './entities.ts';

/** Tells apart records with the same name: a domain's status, an address, or other text. */
export function RecordDetail({ area, detail }: { area: Area; detail: string | null }) {
  if (detail === null) return null;
  if (area === 'domains') return <StatusBadge status={detail} />;
  return (
    <span className={`min-w-0 clipped text-xs text-ink-2 ${entities[area].monoDetail ? 'font-mono' : ''}`}>
      {detail}
    </span>
  );
}
