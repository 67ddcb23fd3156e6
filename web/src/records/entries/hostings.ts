import { Warehouse } from 'lucide-react';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: Warehouse,
  label: 'Hostings',
  title: 'Hosting Accounts',
  key: 'h',
  words: 'providers webspace',
  menu: 'accounts',
  place: 8,
  depth: 4,
  paged: true,
};
