import { ImpactView } from '../records/impact-view.tsx';
import type { Subject } from './details.ts';

/** What breaks without the record, and what it needs itself. */
export const ImpactTab = ({ subject: { area, record } }: { subject: Subject }) => (
  <ImpactView area={area} chosen={{ ids: [record.id] }} />
);
