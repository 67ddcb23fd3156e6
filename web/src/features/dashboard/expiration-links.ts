import type { ExpirationMonth } from './expiration-months.ts';

/** The list of the domains that expire in a month, the soonest first. */
export const domainsOf = ({ from, to }: ExpirationMonth) =>
  ({
    to: '/domains',
    search: { expiresFrom: from, expiresTo: to, sortBy: 'expirationDate', sortOrder: 'asc' },
  }) as const;

/** 'March 2027: 12 domains' */
export const domainCount = ({ name, count }: ExpirationMonth): string =>
  `${name}: ${count} ${count === 1 ? 'domain' : 'domains'}`;
