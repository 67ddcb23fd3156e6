import type * as contract from './emails.schema.ts';
import { call, crudCalls, exportCall, typed } from '../../api/route.ts';
import { type CsvColumn, tagsCell } from '../../rules/csv.ts';

const path = '/emails';

export const facts = {
  emails: crudCalls({
    path,
    noun: 'email account',
    nouns: 'email accounts',
    listKey: 'emailAccounts',
    itemKey: 'emailAccount',
    filters: {},
    sort: ['createdAt', 'updatedAt', 'email', 'loginUrl', 'comment'],
  }),
  emailTags: call({ method: 'GET', path: `${path}/tags` }),
  emailExport: exportCall(path, { name: 'email-accounts.csv', type: 'text/csv' }),
};

export const { emails, emailTags, emailExport } = typed<typeof contract, typeof facts>(facts);

export const emailCsv: CsvColumn<contract.EmailAccount>[] = [
  { header: 'Email', value: (row) => row.email },
  { header: 'Login URL', value: (row) => row.loginUrl },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
