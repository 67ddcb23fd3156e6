import { z } from 'zod';
import { credentials } from '../lib/credentials.ts';
import { tagActions } from '../lib/bulk-actions.ts';
import { crud, exportEndpoint, exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import {
  comment,
  credentialValues,
  flag,
  id,
  limits,
  optionalReference,
  optionalUrl,
  queryFlag,
  queryText,
  reference,
  requiredText,
  stamps,
  tagOut,
  tags,
} from '../lib/fields.ts';
import { emailSummary, proxySummary } from '../lib/related.ts';
import { groups, tagsEndpoint } from '../lib/summaries.ts';
import { type CsvColumn, proxyCell, tagsCell, yesNo } from '../rules/csv.ts';

const fields = {
  name: requiredText('Name', limits.name),
  provider: requiredText('Provider', limits.name),
  websiteUrl: optionalUrl('Website URL'),
  emailAccountId: reference('Email account'),
  isGoogleLogin: flag('Google Login'),
  proxyId: optionalReference('Proxy'),
  hasApiAccess: flag('API access'),
  apiCredentials: credentialValues,
  tags,
  comment,
  isActive: flag('Active'),
};

export const hostingCreate = z
  .object({
    ...fields,
    isGoogleLogin: fields.isGoogleLogin.default(false),
    hasApiAccess: fields.hasApiAccess.default(false),
    tags: tags.default([]),
    isActive: fields.isActive.default(true),
  })
  .meta({ id: 'HostingAccountCreate' });
export type HostingCreate = z.infer<typeof hostingCreate>;
export const hostingUpdate = z.object(fields).partial().meta({ id: 'HostingAccountUpdate' });
export type HostingUpdate = z.infer<typeof hostingUpdate>;

export const hosting = z
  .object({
    ...stamps,
    name: z.string(),
    provider: z.string(),
    websiteUrl: z.string().nullable(),
    emailAccountId: id,
    emailAccount: emailSummary,
    isGoogleLogin: z.boolean(),
    proxyId: id.nullable(),
    proxy: proxySummary.nullable(),
    hasApiAccess: z.boolean(),
    apiCredentials: credentials,
    tags: z.array(tagOut),
    comment: z.string().nullable(),
    isActive: z.boolean(),
    _count: z.object({ servers: z.number() }),
  })
  .meta({ id: 'HostingAccount' });
export type Hosting = z.infer<typeof hosting>;

/** What a server shows of the account that it stands in. */
export const hostingSummary = hosting.pick({ id: true, name: true, provider: true });

export const hostings = crud({
  path: '/hostings',
  noun: 'hosting account',
  nouns: 'hosting accounts',
  listKey: 'hostingAccounts',
  itemKey: 'hostingAccount',
  entity: hosting,
  create: hostingCreate,
  update: hostingUpdate,
  filters: {
    provider: queryText.optional(),
    emailAccountId: queryText.optional(),
    proxyId: queryText.optional(),
    hasApiAccess: queryFlag.optional(),
    isActive: queryFlag.optional(),
  },
  sort: ['createdAt', 'updatedAt', 'name', 'provider', 'emailAccount', 'hasApiAccess', 'isActive', 'comment'],
  actions: tagActions,
});

export const hostingStats = endpoint({
  method: 'GET',
  path: `${hostings.path}/stats`,
  summary: 'How many hosting accounts there are, and with which providers',
  data: z.object({ total: z.number(), active: z.number(), withApiAccess: z.number(), byProvider: groups }),
});

export const hostingTags = tagsEndpoint(hostings.path);

export const hostingCsv: CsvColumn<Hosting>[] = [
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
export const hostingExport = exportEndpoint(hostings.path, hostings.query.extend(exportFormat), {
  name: 'hosting-accounts.csv',
  type: 'text/csv',
});
