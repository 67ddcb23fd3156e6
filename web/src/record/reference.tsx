import type { Area } from '@quartermaster/contract/api/areas';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { Link } from '@tanstack/react-router';
import { entities } from '../records/entities.ts';
import { RecordDetail, shownName } from '../records/record-name.tsx';
import { usePlace } from './place.ts';

/** A link to a record, with its icon and what tells it apart. */
export function Reference({ area, record: { id, name, detail } }: { area: Area; record: RecordName }) {
  const place = usePlace();
  const { icon: Icon } = entities[area];
  return (
    <Link {...place.to(area, id)} className="group -mx-1 inline-flex max-w-full items-center gap-2 px-1 py-1">
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <span className="min-w-0 clipped text-accent-text group-hover:underline">
        {shownName(area, name) || '—'}
      </span>
      <RecordDetail area={area} detail={detail} />
    </Link>
  );
}
