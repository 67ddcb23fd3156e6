import type { Area } from '@quartermaster/contract/api/areas';
import { StatusBadge } from '../ui/status-badge.tsx';
import { unicodeDomain } from '../ui/unicode-domain.ts';

/** A record's name as a person writes it. */
export const shownName = (area: Area, name: string): string =>
  area === 'domains' ? unicodeDomain(name) : name;

const inMono: readonly Area[] = ['servers', 'proxies'];

/** What tells a record from others of its name: a domain's status, an address, or other words. */
export function RecordDetail({ area, detail }: { area: Area; detail: string | null }) {
  if (detail === null) return null;
  if (area === 'domains') return <StatusBadge status={detail} />;
  return (
    <span className={`min-w-0 clipped text-xs text-ink-2 ${inMono.includes(area) ? 'font-mono' : ''}`}>
      {detail}
    </span>
  );
}
