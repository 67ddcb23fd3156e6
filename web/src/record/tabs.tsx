import type { ComponentType } from 'react';
import { firstTab } from '../records/url.ts';
import { ConnectionsTab } from './connections/connections-tab.tsx';
import type { Subject } from './details.ts';
import { HistoryTab } from './history-tab.tsx';
import { Overview } from './overview.tsx';
import { lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { DatesBlock } from '../records/dates/dates-block.tsx';
import { LookedUpBlock } from '../records/looked-up/looked-up-block.tsx';
import { ImpactView } from '../records/impact-view.tsx';
import { usePlace } from './place.ts';

/** What breaks without the record, and what it needs itself. */
function ImpactTab({ subject: { area, record } }: { subject: Subject }) {
  const { to } = usePlace();
  return <ImpactView area={area} chosen={{ ids: [record.id] }} linkTo={to} />;
}

const isLookedUp = (area: string): area is keyof typeof lookedUp => area in lookedUp;

/** What was looked up about a record, and when it ends; a domain's date is among its fields. */
const FactsTab = ({ subject: { area, record } }: { subject: Subject }) => (
  <div className="grid grid-cols-1 gap-4">
    {isLookedUp(area) && <LookedUpBlock key={record.id} area={area} recordId={record.id} />}
    <DatesBlock area={area} recordId={record.id} place="record" />
  </div>
);

export interface RecordTab {
  /** Its name in addresses. */
  id: string;
  label: string;
  Content: ComponentType<{ subject: Subject }>;
  /** The label of a command that opens it, in the menu of the record's actions. */
  command?: string;
  /** Whether a record has this tab; by default every record does. */
  isFor?: (subject: Subject) => boolean;
}

/** The parts of a record's page, in the order in which they are offered. */
export const tabs: readonly [RecordTab, ...RecordTab[]] = [
  { id: firstTab, label: 'Overview', Content: Overview },
  {
    id: 'facts',
    label: 'Facts',
    Content: FactsTab,
    // Global records have no dates.
    isFor: ({ record, details }) => !details.isLocked?.(record as never),
  },
  { id: 'connections', label: 'Connections', Content: ConnectionsTab },
  { id: 'history', label: 'History', Content: HistoryTab },
  { id: 'impact', label: 'Impact', Content: ImpactTab, command: 'What breaks' },
];
