import { Network } from 'lucide-react';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: Network,
  label: 'Proxy',
  title: 'Proxy Servers',
  key: 'p',
  words: 'socks exits',
  menu: 'accounts',
  place: 7,
  depth: 1,
  monoDetail: true,
  password: true,
};
