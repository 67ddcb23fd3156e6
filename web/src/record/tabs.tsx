import type { Area } from '@quartermaster/contract/api/areas';
import type { ComponentType } from 'react';
import { firstTab } from '../records/url.ts';
import { ConnectionsTab } from './connections/connections-tab.tsx';
import type { Subject } from './details.ts';
import { HistoryTab } from './history-tab.tsx';
import { Overview } from './overview.tsx';
import { lookedUp } from '@quartermaster/contract/lookups/lookups.routes';
import { DatesBlock } from '../records/dates/dates-block.tsx';
import { LookedUpBlock } from '../records/looked-up/looked-up-block.tsx';

const isLookedUp = (area: string): area is keyof typeof lookedUp => area in lookedUp;

/** What was looked up about a record, and when it ends; a domain's date is among its fields. */
const FactsTab = ({ subject: { area, record } }: { subject: Subject }) => (
  <div className="grid grid-cols-1 gap-4">
    {isLookedUp(area) && <LookedUpBlock key={record.id} area={area} recordId={record.id} />}
    <DatesBlock area={area} recordId={record.id} place="record" />
  </div>
);

const factLabels: Partial<Record<Area, string>> = { domains: 'Registration & DNS', servers: 'Certificate' };

export interface RecordTab {
  /** Its name in addresses. */
  id: string;
  /** Another name that addresses have for it. */
  alias?: string;
  labelOf: (area: Area) => string;
  Content: ComponentType<{ subject: Subject }>;
  /** The label of a command that opens it, in the menu of the record's actions. */
  command?: string;
  /** Whether a record has this tab; by default every record does. */
  isFor?: (subject: Subject) => boolean;
}

/** The parts of a record's page, in the order in which they are offered. */
export const tabs: readonly [RecordTab, ...RecordTab[]] = [
  { id: firstTab, labelOf: () => 'Overview', Content: Overview },
  {
    id: 'facts',
    labelOf: (area) => factLabels[area] ?? 'Dates',
    Content: FactsTab,
    // Global records have no dates.
    isFor: ({ record, details }) => !details.isLocked?.(record as never),
  },
  {
    id: 'connections',
    alias: 'impact',
    labelOf: () => 'Depends on it',
    Content: ConnectionsTab,
    command: 'Impact',
  },
  { id: 'history', labelOf: () => 'History', Content: HistoryTab },
];
