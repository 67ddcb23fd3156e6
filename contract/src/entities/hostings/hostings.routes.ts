import type * as contract from './hostings.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';
import { type CsvColumn, proxyCell, tagsCell, yesNo } from '../../rules/csv.ts';

const path = '/hostings';

export const facts = {
  hostings: crudCalls({
    path,
    noun: 'hosting account',
    nouns: 'hosting accounts',
    listKey: 'hostingAccounts',
    itemKey: 'hostingAccount',
    filters: {
      provider: 'text',
      emailAccountId: 'text',
      proxyId: 'text',
      hasApiAccess: 'flag',
      isActive: 'flag',
    },
    sort: [
      'createdAt',
      'updatedAt',
      'name',
      'provider',
      'emailAccount',
      'hasApiAccess',
      'isActive',
      'comment',
    ],
  }),
  hostingStats: call({ method: 'GET', path: `${path}/stats` }),
  hostingTags: call({ method: 'GET', path: `${path}/tags` }),
  hostingExport: exportCall(path, { name: 'hosting-accounts.csv', type: 'text/csv' }),
};

export const { hostings, hostingStats, hostingTags, hostingExport } = typed<typeof contract, typeof facts>(
  facts,
);

export const hostingCsv: CsvColumn<contract.Hosting>[] = [
  { header: 'Name', value: (row) => row.name },
  { header: 'Provider', value: (row) => row.provider },
  { header: 'Website URL', value: (row) => row.websiteUrl },
  { header: 'Email Account', value: (row) => row.emailAccount.email },
  { header: 'Google Login', value: (row) => yesNo(row.isGoogleLogin) },
  { header: 'API Access', value: (row) => yesNo(row.hasApiAccess) },
  { header: 'Proxy', value: (row) => proxyCell(row.proxy) },
  { header: 'Servers', value: (row) => row._count.servers },
  { header: 'Status', value: (row) => (row.isActive ? 'Active' : 'Inactive') },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
  { header: 'Updated At', value: (row) => row.updatedAt },
];
