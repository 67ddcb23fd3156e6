import type * as contract from './domains.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';
import { type CsvColumn, tagsCell } from '../../rules/csv.ts';
import { domainStatuses } from '../../rules/expiry.ts';

const path = '/domains';

export const facts = {
  domains: crudCalls({
    path,
    noun: 'domain',
    nouns: 'domains',
    listKey: 'domains',
    itemKey: 'domain',
    filters: {
      registratorAccountId: 'text',
      serverId: 'text',
      cdnAccountId: 'text',
      status: domainStatuses,
      expiringInDays: 'days',
      /** The first and the last day of those that are asked for; transferred domains expire no more. */
      expiresFrom: 'day',
      expiresTo: 'day',
    },
    sort: [
      'createdAt',
      'updatedAt',
      'domain',
      'status',
      'expirationDate',
      'registrator',
      'server',
      'comment',
    ],
  }),
  expiringDomains: call({ method: 'GET', path: `${path}/expiring` }),
  domainStats: call({ method: 'GET', path: `${path}/stats` }),
  domainFormData: call({ method: 'GET', path: `${path}/form-data` }),
  checkExpiration: call({ method: 'POST', path: `${path}/check-expiration` }),
  domainTags: call({ method: 'GET', path: `${path}/tags` }),
  domainBulkImport: call({ method: 'POST', path: `${path}/bulk-import` }),
  domainExport: exportCall(path, { name: 'domains.csv', type: 'text/csv' }),
};

export const { domains, domainStats, domainFormData, checkExpiration, domainExport } = typed<
  typeof contract,
  typeof facts
>(facts);

export const domainCsv: CsvColumn<contract.Domain>[] = [
  { header: 'Domain', value: (row) => row.domain },
  { header: 'Status', value: (row) => row.status },
  { header: 'Expiration Date', value: (row) => row.expirationDate },
  { header: 'Registrator', value: (row) => row.registratorAccount.registratorType.name },
  { header: 'Registrator Email', value: (row) => row.registratorAccount.emailAccount.email },
  { header: 'Server', value: (row) => row.server?.name ?? null },
  { header: 'Server IP', value: (row) => row.server?.ip ?? null },
  { header: 'CDN', value: (row) => row.cdnAccount?.provider ?? null },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
