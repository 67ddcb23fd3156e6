import { ImpactView } from '../records/impact-view.tsx';
import type { Subject } from './details.ts';
import { usePlace } from './place.ts';

/** What breaks without the record, and what it needs itself. */
export function ImpactTab({ subject: { area, record } }: { subject: Subject }) {
  const { to } = usePlace();
  return <ImpactView area={area} chosen={{ ids: [record.id] }} linkTo={to} />;
}
