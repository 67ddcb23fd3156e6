import { DatesBlock } from '../records/dates/dates-block.tsx';
import type { Subject } from './details.ts';

/** What is known of when a record ends. */
export const FactsTab = ({ subject: { area, record } }: { subject: Subject }) => (
  <DatesBlock area={area} recordId={record.id} place="record" />
);
