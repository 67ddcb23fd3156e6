import type { Area } from '../api/areas.ts';

/** The filters of the list that each to-do count links to; the server counts by the same filters. */
export const dashboardFilters = {
  expiringThisWeek: { area: 'domains', filters: { expiry: 'expiring', expiringInDays: '7' } },
  accountsWithoutAuth: { area: 'registrator-accounts', filters: { auth: 'missing', isActive: 'true' } },
  cdnAccountsWithoutAuth: { area: 'cdn', filters: { auth: 'missing', isActive: 'true' } },
  accountsWithIncompleteApi: {
    area: 'registrator-accounts',
    filters: { apiStatus: 'incomplete', isActive: 'true' },
  },
  serversInMaintenance: { area: 'servers', filters: { status: 'MAINTENANCE' } },
  typesWithReadableSecrets: { area: 'registrator-types', filters: { readableSecrets: 'true' } },
  emailsWithAmbiguousAddress: { area: 'emails', filters: { ambiguousAddress: 'true' } },
} as const satisfies Record<string, { area: Area; filters: Readonly<Record<string, string>> }>;

/** The lists of records with a comment, and the filter of those whose comment holds a password: counted together. */
export const secretCommentAreas = [
  'domains',
  'servers',
  'hostings',
  'registrator-accounts',
  'cdn',
  'emails',
  'proxies',
] as const satisfies readonly Area[];
export const secretCommentFilters = { secretComment: 'true' } as const;
