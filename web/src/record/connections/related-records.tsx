import type { RelationGroup } from '@quartermaster/contract/api/relations';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { entities } from '../../records/entities.ts';
import { relatedSearch } from '../../records/record-address.ts';
import { RecordDetail } from '../../records/record-name.tsx';
import { capital } from '../../records/entity.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatNumber } from '../../ui/format.ts';
import { usePlace } from '../place.ts';
import { Stop } from './stop.tsx';

interface RelatedRecordsProps {
  /** `emails:<id>` */
  subject: string;
  group: RelationGroup;
  /** The ids of records that would go on without the one they use. */
  optional: ReadonlySet<string>;
  isLast: boolean;
}

/** The related records of one entity and direction, the first few by name. */
export function RelatedRecords({ subject, group, optional, isLast }: RelatedRecordsProps) {
  const { area, ways, total, records } = group;
  const { icon, label, entity } = entities[area];
  const place = usePlace();
  const count = formatNumber(total);
  return (
    <Stop icon={icon} isLast={isLast}>
      <h4 className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm font-semibold">
        {capital(total === 1 ? entity.one : entity.many)}
        <span className="rounded bg-mute-soft px-1.5 text-xs font-medium text-mute">{count}</span>
        {ways.some(({ via }) => via.length > 0) && (
          <span className="text-xs font-normal text-ink-2">{waysText(ways)}</span>
        )}
      </h4>
      <ul className="-mx-2">
        {records.map(({ id, name, detail }) => (
          <li key={id}>
            <Link
              {...place.to(area, id, 'connections')}
              className="group flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm hover:bg-sunken max-md:min-h-10"
            >
              <span className="min-w-0 shrink clipped">{shownName(area, name)}</span>
              <RecordDetail area={area} detail={detail} />
              {optional.has(id) && <Badge tone="mute">Optional</Badge>}
              <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
      {total > 1 && (
        <Link
          to={`/${area}`}
          search={relatedSearch(area, subject)}
          className="inline-flex min-h-7 items-center text-sm font-medium text-accent-text hover:underline max-md:min-h-10"
        >
          Show all {count} in {label}
        </Link>
      )}
    </Stop>
  );
}

/** 'via registrator accounts', or, of several ways, '107 via registrator accounts, 8 via CDN accounts'. */
function waysText(ways: RelationGroup['ways']): string {
  const words = ways.map(({ via, total }) => {
    const how =
      via.length === 0 ? 'directly' : `via ${via.map((step) => entities[step].entity.many).join(' and ')}`;
    return ways.length === 1 ? how : `${formatNumber(total)} ${how}`;
  });
  return words.join(', ');
}
