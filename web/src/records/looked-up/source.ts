import type { FactSource } from '@quartermaster/contract/lookups/lookups.routes';
import { formatRelative } from '../../ui/format.ts';

export const sourceLabels: Readonly<Record<FactSource, string>> = {
  typed: 'Entered by hand',
  rdap: 'Registry',
  whois: 'WHOIS',
  dns: 'DNS',
  tls: 'Certificate',
};

/** 'Registry, 3 h ago' */
export const sourceAndAge = (source: FactSource, observedAt: string | null): string =>
  [sourceLabels[source], observedAt === null ? null : formatRelative(observedAt)]
    .filter((part) => part !== null)
    .join(', ');
