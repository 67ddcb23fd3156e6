import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';
import { serverStatuses } from '../../catalog/server-statuses.ts';
import { tagsCell } from '../../rules/cells.ts';
import { paidColumns, paidLabels } from '../../rules/renewal.ts';

export const servers = kind(
  {
    table: 'servers',
    path: '/servers',
    one: 'server',
    many: 'servers',
    listKey: 'servers',
    itemKey: 'server',
    name: 'name',
    detail: 'ip',
    url: 'panelUrl',
    fieldLabels: {
      name: 'Name',
      hostingId: 'Hosting account',
      country: 'Country',
      ip: 'IP address',
      panelUrl: 'Panel URL',
      users: 'Users',
      'users.username': 'Username',
      'users.password': 'Password',
      'users.sshKey': 'SSH key',
      'users.isDefault': 'Default user',
      status: 'Status',
      tags: 'Tags',
      comment: 'Comment',
      sshPort: 'SSH port',
      ...paidLabels,
      secureNote: 'Secure note',
    },
    search: ['name', 'ip', 'country', 'users.username', 'comment', 'hosting.name', 'hosting.provider'],
    unique: { fields: ['name'], field: 'name', message: 'A server with this name already exists' },
    counts: ['domains'],
    filters: { hostingId: 'any', country: 'text', status: serverStatuses, secretComment: 'flag' },
    sort: [
      'createdAt',
      'updatedAt',
      'name',
      ['hosting', 'hosting.name'],
      'country',
      'ip',
      'status',
      'panelUrl',
      'comment',
    ],
    bulk: ['status', 'hostingId', 'country'],
    csv: {
      Name: 'name',
      Hosting: 'hosting.name',
      Provider: 'hosting.provider',
      Country: 'country',
      IP: 'ip',
      'Panel URL': 'panelUrl',
      Users: ({ users }: { users: readonly { username: string }[] }) =>
        users.map(({ username }) => username).join('; '),
      Domains: '_count.domains',
      Status: 'status',
      Tags: tagsCell,
      Comment: 'comment',
      'Created At': 'createdAt',
    },
    moreColumns: {
      'SSH Port': 'sshPort',
      'Default User': ({ users }: { users: readonly { username: string; isDefault: boolean }[] }) =>
        users.find(({ isDefault }) => isDefault)?.username ?? null,
      ...paidColumns,
    },
    expires: { what: 'server', date: 'paidUntil' },
    download: { name: 'servers.csv', type: 'text/csv' },
  },
  (path) => ({
    stats: route('GET', `${path}/stats`, 'read'),
    ssh: route('GET', `${path}/{id}/ssh`, 'read'),
    tags: route('GET', `${path}/tags`, 'read'),
    facts: route('GET', `${path}/{id}/facts`, 'read'),
    look: route('POST', `${path}/{id}/look`, 'write'),
  }),
);
