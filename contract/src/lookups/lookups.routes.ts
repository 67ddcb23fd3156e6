import type { Area } from '../api/areas.ts';

/** What is looked up about a record. */
export const lookKinds = ['registration', 'dns', 'tls'] as const;
export type LookKind = (typeof lookKinds)[number];

/** The areas that something is looked up for, and what. */
export const lookedUp = {
  domains: lookKinds,
  servers: ['tls'],
} as const satisfies { [A in Area]?: readonly LookKind[] };
export type LookedUpArea = keyof typeof lookedUp;

export const checkStates = ['never', 'ok', 'unpublished', 'unregistered', 'failing'] as const;
export type CheckState = (typeof checkStates)[number];

/** Where a fact comes from, what is shown before what; an open list. */
export const factSources = ['rdap', 'whois', 'typed', 'dns', 'tls'] as const;
export type FactSource = (typeof factSources)[number];

/** What each kind finds out. */
export const factFields = {
  registration: [
    'expirationDate',
    'registeredAt',
    'changedAt',
    'registrar',
    'statuses',
    'nameServers',
    'dnssec',
  ],
  dns: ['ns', 'a', 'aaaa', 'cname', 'mx'],
  tls: ['notBefore', 'notAfter', 'issuer', 'names', 'chain', 'trusted', 'nameMatches', 'oldTls'],
} as const satisfies Record<LookKind, readonly string[]>;
export type FactField = (typeof factFields)[LookKind][number];
