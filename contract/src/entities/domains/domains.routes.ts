import { kind } from '../../api/kind.ts';
import { route } from '../../api/route.ts';
import { tagsCell } from '../../rules/cells.ts';
import { domainStatuses } from '../../rules/expiry.ts';
import { renewalColumns, renewalLabels } from '../../rules/renewal.ts';

export const domains = kind(
  {
    table: 'domains',
    path: '/domains',
    one: 'domain',
    many: 'domains',
    listKey: 'domains',
    itemKey: 'domain',
    name: 'domain',
    nameEnd: '.',
    detail: 'status',
    fieldLabels: {
      domain: 'Domain',
      registratorAccountId: 'Registrator account',
      serverId: 'Server',
      cdnAccountId: 'CDN account',
      expirationDate: 'Expiration date',
      status: 'Status',
      tags: 'Tags',
      comment: 'Comment',
      ...renewalLabels,
      secureNote: 'Secure note',
    },
    search: [
      'domain',
      'comment',
      'registratorAccount.registratorType.name',
      'registratorAccount.emailAccount.email',
      'server.name',
      'server.ip',
      'cdnAccount.provider',
    ],
    unique: { fields: ['domain'], field: 'domain', message: 'This domain already exists' },
    filters: {
      registratorAccountId: 'any',
      serverId: 'any',
      cdnAccountId: 'any',
      status: domainStatuses,
      /** Counts each domain once, like the stats. */
      expiry: { anyOf: ['expired', 'expiring', 'active'] },
      expiringInDays: 'days',
      /** The first and the last day. Transferred domains are left out: their dates no longer matter. */
      expiresFrom: 'day',
      expiresTo: 'day',
      secretComment: 'flag',
      /** What a registry, DNS or a server says of it has changed on that day (UTC) or since. */
      factChangedSince: 'day',
    },
    sort: [
      'createdAt',
      'updatedAt',
      'domain',
      'status',
      'expirationDate',
      ['registrator', 'registratorAccount.registratorType.name'],
      ['server', 'server.name'],
      'comment',
    ],
    bulk: ['status', 'registratorAccountId', 'serverId', 'cdnAccountId', 'expirationDate', 'autoRenew'],
    expires: { what: 'domain', date: 'expirationDate' },
    bulkLook: true,
    csv: {
      Domain: 'domain',
      Status: 'status',
      'Expiration Date': 'expirationDate',
      Registrator: 'registratorAccount.registratorType.name',
      'Registrator Email': 'registratorAccount.emailAccount.email',
      Server: 'server.name',
      'Server IP': 'server.ip',
      CDN: 'cdnAccount.provider',
      Tags: tagsCell,
      Comment: 'comment',
      'Created At': 'createdAt',
    },
    moreColumns: renewalColumns,
    download: { name: 'domains.csv', type: 'text/csv' },
  },
  (path) => ({
    expiring: route('GET', `${path}/expiring`, 'read'),
    stats: route('GET', `${path}/stats`, 'read'),
    formData: route('GET', `${path}/form-data`, 'read'),
    checkExpiration: route('POST', `${path}/check-expiration`, 'write', { writesBatch: true }),
    tags: route('GET', `${path}/tags`, 'read'),
    facts: route('GET', `${path}/{id}/facts`, 'read'),
    look: route('POST', `${path}/{id}/look`, 'write'),
    bulkImport: route('POST', `${path}/bulk-import`, 'write', { writesBatch: true }),
  }),
);
