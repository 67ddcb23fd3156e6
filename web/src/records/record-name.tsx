import type { Area } from '@quartermaster/contract/api/areas';
import { StatusBadge } from '../ui/status-badge.tsx';
import { entities } from './entities.ts';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import type { Identified } from './entity.ts';

/** A record's name wherever others show it, and the detail that tells apart records with the same name. */
export const recordName = (area: Area, row: Identified): RecordName =>
  recordNameOf(entities[area].entity, row);

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
