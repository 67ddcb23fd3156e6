import { z } from 'zod';
import { tagActions } from '../lib/bulk-actions.ts';
import { crud, exportEndpoint, exportFormat } from '../lib/crud.ts';
import {
  comment,
  emailAddress,
  limits,
  optionalUrl,
  requiredSecret,
  stamps,
  tagOut,
  tags,
} from '../lib/fields.ts';
import { tagsEndpoint } from '../lib/summaries.ts';
import { type CsvColumn, tagsCell } from '../rules/csv.ts';

const fields = {
  email: emailAddress('Invalid email format'),
  password: requiredSecret('Password', limits.password),
  loginUrl: optionalUrl('Login URL'),
  tags,
  comment,
};

export const emailCreate = z.object({ ...fields, tags: tags.default([]) }).meta({ id: 'EmailAccountCreate' });
export const emailUpdate = z.object(fields).partial().meta({ id: 'EmailAccountUpdate' });

export const emailAccount = z
  .object({
    ...stamps,
    email: z.string(),
    password: z.string(),
    loginUrl: z.string().nullable(),
    tags: z.array(tagOut),
    comment: z.string().nullable(),
  })
  .meta({ id: 'EmailAccount' });
export type EmailAccount = z.infer<typeof emailAccount>;

export const emails = crud({
  path: '/emails',
  noun: 'email account',
  nouns: 'email accounts',
  listKey: 'emailAccounts',
  itemKey: 'emailAccount',
  entity: emailAccount,
  create: emailCreate,
  update: emailUpdate,
  filters: {},
  sort: ['createdAt', 'updatedAt', 'email', 'loginUrl', 'comment'],
  actions: tagActions,
});

export const emailTags = tagsEndpoint(emails.path);

export const emailCsv: CsvColumn<EmailAccount>[] = [
  { header: 'Email', value: (row) => row.email },
  { header: 'Login URL', value: (row) => row.loginUrl },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
export const emailExport = exportEndpoint(emails.path, emails.query.extend(exportFormat), {
  name: 'email-accounts.csv',
  type: 'text/csv',
});
