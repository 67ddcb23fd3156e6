import { areas } from '../api/areas.ts';
import type { FilterKinds } from '../api/filters.ts';
import { route } from '../api/route.ts';
import { dateKinds } from '../dates/dates.routes.ts';

/** Everything that expires. */
export const expirationKinds = ['domain', 'tls', ...dateKinds, 'password'] as const;
export type ExpirationKind = (typeof expirationKinds)[number];

export const expirationLabels: Readonly<Record<ExpirationKind, string>> = {
  domain: 'Domain',
  tls: 'TLS certificate',
  hosting: 'Hosting',
  server: 'Server',
  proxy: 'Proxy',
  cdn: 'CDN plan',
  key: 'API key',
  other: 'Other',
  password: 'Password',
};

/** What is known of a date: all but `dated` are answers without one, or that there is none yet. */
export const expirationStates = ['dated', 'unknown', 'unpublished', 'unregistered', 'unchecked'] as const;
export type ExpirationState = (typeof expirationStates)[number];

export const expirationSorts = ['date', 'name', 'what', 'createdAt'] as const;
export type ExpirationSort = (typeof expirationSorts)[number];

export const expirationFilters = {
  what: { anyOf: expirationKinds },
  area: areas as [string, ...string[]],
  recordId: 'text',
  state: { anyOf: expirationStates },
  /** Days ahead; what is overdue counts too. */
  within: 'days',
  /** The first and the last day or instant. */
  from: 'moment',
  to: 'moment',
  registratorAccountId: 'any',
  hasDate: 'flag',
} satisfies FilterKinds;

/** What costs are summed by: the values of a type of tags, the registrar, or who pays. */
export const costGroups = ['tag', 'registrar', 'payer'] as const;
export type CostGroup = (typeof costGroups)[number];

export const expirationsRoutes = {
  list: route('GET', '/expirations', 'read'),
  months: route('GET', '/expirations/months', 'read'),
  sum: route('GET', '/expirations/sum', 'read'),
  costs: route('GET', '/expirations/costs', 'read'),
  bulkActions: route('POST', '/expirations/bulk-actions', 'write', { writesBatch: true }),
  export: route('GET', '/expirations/export', 'read', {
    download: { name: 'expirations.csv', type: 'text/csv' },
  }),
};
