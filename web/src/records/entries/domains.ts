import { client } from '@quartermaster/contract/api/client';
import { Globe } from 'lucide-react';
import { queryClient, routeQuery } from '../../api/queries.ts';
import type { EntityEntry } from '../entity-entry.ts';

export const entry: EntityEntry = {
  icon: Globe,
  label: 'Domains',
  key: 'd',
  words: 'names registrations dns zones',
  menu: 'header',
  place: 1,
  depth: 7,
  // People look for what expires first.
  ordered: { by: 'expirationDate', filters: ['expiringInDays', 'expiresFrom', 'expiresTo', 'expiry'] },
  // The banner about expiring domains would push the rows down if it arrived after them.
  prefetch: () => void queryClient.prefetchQuery(routeQuery(client.domains.stats)),
};
