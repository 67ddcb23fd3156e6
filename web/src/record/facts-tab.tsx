import { lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { DatesBlock } from '../records/dates/dates-block.tsx';
import { LookedUpBlock } from '../records/looked-up/looked-up-block.tsx';
import type { Subject } from './details.ts';

const isLookedUp = (area: string): area is keyof typeof lookedUp => area in lookedUp;

/** What was looked up about a record, and when it ends; a domain's date is among its fields. */
export const FactsTab = ({ subject: { area, record } }: { subject: Subject }) => (
  <div className="grid grid-cols-1 gap-4">
    {isLookedUp(area) && <LookedUpBlock key={record.id} area={area} recordId={record.id} />}
    <DatesBlock area={area} recordId={record.id} place="record" />
  </div>
);
