import { z } from 'zod';
import { tagActions } from '../lib/bulk-actions.ts';
import { bulkEndpoint, crud, exportEndpoint, exportFormat } from '../lib/crud.ts';
import { credentials } from '../lib/credentials.ts';
import { endpoint } from '../lib/endpoint.ts';
import {
  comment,
  credentialValues,
  flag,
  id,
  limits,
  optionalReference,
  optionalSecret,
  queryFlag,
  queryText,
  reference,
  stamps,
  tagOut,
  tags,
} from '../lib/fields.ts';
import { availableTags, groups, tagsByType } from '../lib/summaries.ts';
import { type CsvColumn, tagsCell, yesNo } from '../rules/csv.ts';
import { emailSummary, proxySummary } from '../lib/related.ts';
import { registratorTypeSummary } from './registrator-types.ts';

const fields = {
  emailAccountId: reference('Email account'),
  registratorTypeId: reference('Registrator type'),
  password: optionalSecret('Password', limits.password),
  isGoogleLogin: flag('Google Login'),
  hasApiAccess: flag('API access'),
  apiCredentials: credentialValues,
  proxyId: optionalReference('Proxy'),
  tags,
  comment,
  isActive: flag('Active'),
};

export const registratorAccountCreate = z
  .object({
    ...fields,
    isGoogleLogin: fields.isGoogleLogin.default(false),
    hasApiAccess: fields.hasApiAccess.default(false),
    tags: tags.default([]),
    isActive: fields.isActive.default(true),
  })
  .meta({ id: 'RegistratorAccountCreate' });
export const registratorAccountUpdate = z.object(fields).partial().meta({ id: 'RegistratorAccountUpdate' });

export const registratorAccount = z
  .object({
    ...stamps,
    emailAccountId: id,
    registratorTypeId: id,
    emailAccount: emailSummary,
    registratorType: registratorTypeSummary,
    password: z.string().nullable(),
    isGoogleLogin: z.boolean(),
    hasApiAccess: z.boolean(),
    apiCredentials: credentials,
    proxyId: id.nullable(),
    proxy: proxySummary.nullable(),
    tags: z.array(tagOut),
    comment: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'RegistratorAccount' });
export type RegistratorAccount = z.infer<typeof registratorAccount>;

export const registratorAccounts = crud({
  path: '/registrator-accounts',
  noun: 'registrator account',
  nouns: 'registrator accounts',
  listKey: 'registratorAccounts',
  itemKey: 'registratorAccount',
  entity: registratorAccount,
  create: registratorAccountCreate,
  update: registratorAccountUpdate,
  filters: {
    emailAccountId: queryText.optional(),
    registratorTypeId: queryText.optional(),
    proxyId: queryText.optional(),
    hasApiAccess: queryFlag.optional(),
    isActive: queryFlag.optional(),
  },
  sort: ['createdAt', 'updatedAt', 'emailAccount', 'registratorType', 'isActive'],
  actions: tagActions,
});

export const registratorAccountStats = endpoint({
  method: 'GET',
  path: `${registratorAccounts.path}/stats`,
  summary: 'How many registrator accounts there are',
  data: z.object({
    stats: z.object({
      totalAccounts: z.number(),
      activeAccounts: z.number(),
      accountsWithApi: z.number(),
      accountsByRegistratorType: groups,
      accountsByEmailAccount: groups,
      tagsByType,
    }),
  }),
});

export const registratorAccountFormData = endpoint({
  method: 'GET',
  path: `${registratorAccounts.path}/form-data`,
  summary: 'What the form offers to choose from',
  data: z.object({
    emailAccounts: z.array(emailSummary),
    registratorTypes: z.array(registratorTypeSummary),
    proxies: z.array(proxySummary),
    availableTags,
  }),
});

export const registratorAccountBulkImport = bulkEndpoint(registratorAccounts.path, 'accounts', {});

export const registratorAccountCsv: CsvColumn<RegistratorAccount>[] = [
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
export const registratorAccountExport = exportEndpoint(
  registratorAccounts.path,
  registratorAccounts.query.extend(exportFormat),
  { name: 'registrator-accounts.csv', type: 'text/csv' },
);
