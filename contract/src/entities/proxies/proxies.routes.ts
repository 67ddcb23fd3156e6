import { proxyTypes } from '../../catalog/proxy-types.ts';
import type * as contract from './proxies.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';
import { type CsvColumn, tagsCell } from '../../rules/csv.ts';

const path = '/proxies';

export const facts = {
  proxies: crudCalls({
    path,
    noun: 'proxy',
    nouns: 'proxies',
    listKey: 'proxies',
    itemKey: 'proxy',
    filters: {
      type: proxyTypes,
      country: 'text',
      isActive: 'flag',
    },
    sort: ['createdAt', 'updatedAt', 'name', 'ip', 'port', 'type', 'username', 'country', 'isActive'],
  }),
  proxyStats: call({ method: 'GET', path: `${path}/stats` }),
  proxyTest: call({
    method: 'POST',
    path: `${path}/test`,
    bare: true,
  }),
  proxyTags: call({ method: 'GET', path: `${path}/tags` }),
  proxyBulkImport: call({ method: 'POST', path: `${path}/bulk-import` }),
  proxyExport: exportCall(path, { name: 'proxies.csv', type: 'text/csv' }),
};

export const { proxies, proxyStats, proxyTest, proxyTags, proxyExport } = typed<
  typeof contract,
  typeof facts
>(facts);

export const proxyCsv: CsvColumn<contract.Proxy>[] = [
  { header: 'Name', value: (row) => row.name },
  { header: 'IP', value: (row) => row.ip },
  { header: 'Port', value: (row) => row.port },
  { header: 'Type', value: (row) => row.type },
  { header: 'Username', value: (row) => row.username },
  { header: 'Country', value: (row) => row.country },
  { header: 'Status', value: (row) => (row.isActive ? 'Active' : 'Inactive') },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
