import type { Area } from '@quartermaster/contract/api/areas';
import type { RecordName } from '@quartermaster/contract/api/relations';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { Link } from '@tanstack/react-router';
import { entities } from '../records/entities.ts';
import { capital } from '../records/entity.ts';
import { RecordDetail } from '../records/record-name.tsx';
import { usePlace } from './place.ts';

interface ReferenceProps {
  area: Area;
  record: RecordName;
  /** What it is is not said beside it. */
  tellsKind?: boolean;
}

/** A link to a record, with its icon and what tells it apart. */
export function Reference({ area, record: { id, name, detail }, tellsKind = false }: ReferenceProps) {
  const place = usePlace();
  const { icon: Icon, entity } = entities[area];
  return (
    <Link {...place.to(area, id)} className="group -mx-1 inline-flex max-w-full items-center gap-2 px-1 py-1">
      <span data-tip={tellsKind ? capital(entity.one) : undefined} className="shrink-0">
        <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
        {tellsKind && <span className="sr-only">{capital(entity.one)} </span>}
      </span>
      <span className="min-w-0 clipped text-accent-text group-hover:underline">
        {shownName(area, name) || '—'}
      </span>
      <RecordDetail area={area} detail={detail} />
    </Link>
  );
}
