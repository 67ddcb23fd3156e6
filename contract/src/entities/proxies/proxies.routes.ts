import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';
import { proxyTypes } from '../../catalog/proxy-types.ts';
import { activeCell, tagsCell } from '../../rules/cells.ts';

export const proxies = kind(
  {
    table: 'proxies',
    path: '/proxies',
    one: 'proxy',
    many: 'proxies',
    listKey: 'proxies',
    itemKey: 'proxy',
    name: 'name',
    detail: { host: 'ip', port: 'port' },
    fieldLabels: {
      name: 'Name',
      ip: 'IP address',
      port: 'Port',
      username: 'Username',
      password: 'Password',
      type: 'Type',
      country: 'Country',
      tags: 'Tags',
      comment: 'Comment',
      isActive: 'Status',
      secureNote: 'Secure note',
    },
    search: ['name', { host: 'ip', port: 'port' }, 'username', 'type', 'country', 'comment'],
    unique: {
      fields: ['ip', 'port', 'username'],
      field: 'ip',
      message: 'A proxy with this IP address, port and username already exists',
    },
    filters: { type: proxyTypes, country: 'text', isActive: 'flag', secretComment: 'flag' },
    sort: ['createdAt', 'updatedAt', 'name', 'ip', 'port', 'type', 'username', 'country', 'isActive'],
    bulk: ['isActive', 'country'],
    csv: {
      Name: 'name',
      IP: 'ip',
      Port: 'port',
      Type: 'type',
      Username: 'username',
      Country: 'country',
      Status: activeCell,
      Tags: tagsCell,
      Comment: 'comment',
      'Created At': 'createdAt',
    },
    download: { name: 'proxies.csv', type: 'text/csv' },
  },
  (path) => ({
    stats: route('GET', `${path}/stats`, 'read'),
    test: route('POST', `${path}/test`, 'write', { bare: true }),
    tags: route('GET', `${path}/tags`, 'read'),
    bulkImport: route('POST', `${path}/bulk-import`, 'write', { writesBatch: true }),
  }),
);
