import { areas } from '../api/areas.ts';
import type { FilterKinds } from '../api/filters.ts';
import { route } from '../api/route.ts';
import type { LookKind, factFields } from '../lookups/lookups.routes.ts';

/** The facts whose former values are kept. */
export const changingFacts = {
  registration: ['registrar', 'statuses', 'nameServers', 'dnssec'],
  dns: ['ns', 'a', 'aaaa', 'mx'],
  tls: ['issuer', 'names'],
} as const satisfies { [K in LookKind]: readonly (typeof factFields)[K][number][] };

export const changingFields = [
  ...changingFacts.registration,
  ...changingFacts.dns,
  ...changingFacts.tls,
] as const;
export type ChangingField = (typeof changingFields)[number];

export const factChangeFilters = {
  recordId: 'text',
  area: areas as [string, ...string[]],
  field: { anyOf: changingFields },
  /** The first and the last day or instant. */
  from: 'moment',
  to: 'moment',
} satisfies FilterKinds;

export const factChangesRoutes = {
  list: route('GET', '/fact-changes', 'read'),
};
