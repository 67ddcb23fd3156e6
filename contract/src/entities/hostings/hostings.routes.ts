import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';
import { activeCell, proxyCell, tagsCell } from '../../rules/csv.ts';

export const hostings = kind(
  {
    table: 'hostings',
    path: '/hostings',
    one: 'hosting account',
    many: 'hosting accounts',
    listKey: 'hostingAccounts',
    itemKey: 'hostingAccount',
    name: 'name',
    detail: 'provider',
    url: 'websiteUrl',
    search: ['name', 'provider', 'comment', 'emailAccount.email'],
    unique: { fields: ['name'], field: 'name', message: 'A hosting account with this name already exists' },
    counts: ['servers'],
    filters: {
      provider: 'any',
      emailAccountId: 'any',
      proxyId: 'any',
      hasApiAccess: 'flag',
      isActive: 'flag',
    },
    sort: [
      'createdAt',
      'updatedAt',
      'name',
      'provider',
      ['emailAccount', 'emailAccount.email'],
      'hasApiAccess',
      'isActive',
      'comment',
    ],
    bulk: ['isActive', 'proxyId'],
    csv: {
      Name: 'name',
      Provider: 'provider',
      'Website URL': 'websiteUrl',
      'Email Account': 'emailAccount.email',
      'Google Login': 'isGoogleLogin',
      'API Access': 'hasApiAccess',
      Proxy: proxyCell,
      Servers: '_count.servers',
      Status: activeCell,
      Tags: tagsCell,
      Comment: 'comment',
      'Created At': 'createdAt',
      'Updated At': 'updatedAt',
    },
    download: { name: 'hosting-accounts.csv', type: 'text/csv' },
  },
  (path) => ({
    stats: route('GET', `${path}/stats`, 'read'),
    tags: route('GET', `${path}/tags`, 'read'),
  }),
);
