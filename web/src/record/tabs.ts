import type { ComponentType } from 'react';
import { firstTab } from '../records/url.ts';
import { ConnectionsTab } from './connections/connections-tab.tsx';
import type { Subject } from './details.ts';
import { FactsTab } from './facts-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { ImpactTab } from './impact-tab.tsx';
import { Overview } from './overview.tsx';

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
