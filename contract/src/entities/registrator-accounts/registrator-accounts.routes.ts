import type * as contract from './registrator-accounts.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';
import { type CsvColumn, tagsCell, yesNo } from '../../rules/csv.ts';

const path = '/registrator-accounts';

export const facts = {
  registratorAccounts: crudCalls({
    path,
    noun: 'registrator account',
    nouns: 'registrator accounts',
    listKey: 'registratorAccounts',
    itemKey: 'registratorAccount',
    filters: {
      emailAccountId: 'text',
      registratorTypeId: 'text',
      proxyId: 'text',
      hasApiAccess: 'flag',
      isActive: 'flag',
    },
    sort: ['createdAt', 'updatedAt', 'emailAccount', 'registratorType', 'isActive'],
  }),
  registratorAccountStats: call({ method: 'GET', path: `${path}/stats` }),
  registratorAccountFormData: call({ method: 'GET', path: `${path}/form-data` }),
  registratorAccountBulkImport: call({ method: 'POST', path: `${path}/bulk-import` }),
  registratorAccountExport: exportCall(path, { name: 'registrator-accounts.csv', type: 'text/csv' }),
};

export const {
  registratorAccounts,
  registratorAccountStats,
  registratorAccountFormData,
  registratorAccountExport,
} = typed<typeof contract, typeof facts>(facts);

export const registratorAccountCsv: CsvColumn<contract.RegistratorAccount>[] = [
  { header: 'Email Account', value: (row) => row.emailAccount.email },
  { header: 'Registrator Type', value: (row) => row.registratorType.name },
  { header: 'Google Login', value: (row) => yesNo(row.isGoogleLogin) },
  { header: 'API Access', value: (row) => yesNo(row.hasApiAccess) },
  { header: 'Proxy', value: (row) => row.proxy && `${row.proxy.name} (${row.proxy.ip}:${row.proxy.port})` },
  { header: 'Active', value: (row) => yesNo(row.isActive) },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
