import { Server } from 'lucide-react';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: Server,
  label: 'Servers',
  key: 's',
  words: 'machines hosts vps ssh ip panels',
  menu: 'header',
  place: 2,
  depth: 6,
  paged: true,
  monoDetail: true,
  urlName: 'panel',
};
