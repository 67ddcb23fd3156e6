import { Cloud } from 'lucide-react';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: Cloud,
  label: 'CDN',
  title: 'CDN Accounts',
  key: 'c',
  words: 'cloudflare cache edge',
  menu: 'header',
  place: 3,
  depth: 5,
  startFilters: { isActive: 'true' },
  password: true,
};
