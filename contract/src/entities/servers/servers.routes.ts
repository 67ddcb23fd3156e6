import { serverStatuses } from '../../catalog/server-statuses.ts';
import type * as contract from './servers.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';
import { type CsvColumn, tagsCell } from '../../rules/csv.ts';

const path = '/servers';

export const facts = {
  servers: crudCalls({
    path,
    noun: 'server',
    nouns: 'servers',
    listKey: 'servers',
    itemKey: 'server',
    filters: {
      hostingId: 'text',
      country: 'text',
      status: serverStatuses,
    },
    sort: ['createdAt', 'updatedAt', 'name', 'hosting', 'country', 'ip', 'status', 'panelUrl', 'comment'],
  }),
  serverStats: call({ method: 'GET', path: `${path}/stats` }),
  serverSsh: call({ method: 'GET', path: `${path}/{id}/ssh` }),
  serverTags: call({ method: 'GET', path: `${path}/tags` }),
  serverExport: exportCall(path, { name: 'servers.csv', type: 'text/csv' }),
};

export const { servers, serverStats, serverSsh, serverTags, serverExport } = typed<
  typeof contract,
  typeof facts
>(facts);

export const serverCsv: CsvColumn<contract.Server>[] = [
  { header: 'Name', value: (row) => row.name },
  { header: 'Hosting', value: (row) => row.hosting.name },
  { header: 'Provider', value: (row) => row.hosting.provider },
  { header: 'Country', value: (row) => row.country },
  { header: 'IP', value: (row) => row.ip },
  { header: 'Panel URL', value: (row) => row.panelUrl },
  { header: 'Users', value: (row) => row.users.map(({ username }) => username).join('; ') },
  { header: 'Domains', value: (row) => row._count.domains },
  { header: 'Status', value: (row) => row.status },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
