import type { ExpirationMonth } from './expiration-months.ts';
import { client } from '@quartermaster/contract/api/client';
import { counted } from '../../records/count-text.ts';

/** The list of domains with these filters, the soonest first. */
export const soonestFirst = (filters: Readonly<Record<string, string>>) =>
  ({ to: '/domains', search: { ...filters, sortBy: 'expirationDate', sortOrder: 'asc' } }) as const;

/** The list of the domains that expire in a month, the soonest first. */
export const domainsOf = ({ from, to }: ExpirationMonth) =>
  soonestFirst({ expiresFrom: from, expiresTo: to });

/** 'March 2027: 12 domains' */
export const domainCount = ({ name, count }: ExpirationMonth): string =>
  `${name}: ${counted(client.domains, count)}`;
