import { z } from 'zod';
import { cdnProviderIds, cdnProviders } from '../catalog/cdn-providers.ts';
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
  optionalSecret,
  queryFlag,
  queryText,
  reference,
  stamps,
  tagOut,
  tags,
} from '../lib/fields.ts';
import { emailSummary, proxySummary } from '../lib/related.ts';
import { availableTags, groups, tagsByType, tagsEndpoint } from '../lib/summaries.ts';
import { authMethodText } from '../rules/auth-method.ts';
import { cdnStatus, credentialsSummary } from '../rules/cdn-status.ts';
import { type CsvColumn, proxyCell, tagsCell } from '../rules/csv.ts';

const unknownProvider = `Provider must be one of: ${cdnProviderIds.join(', ')}`;
const provider = z.enum(cdnProviderIds, {
  error: ({ input }) => (input ? unknownProvider : 'Provider is required'),
});

const fields = {
  provider,
  emailAccountId: reference('Email account'),
  password: optionalSecret('Password', limits.password),
  isGoogleLogin: flag('Google Login'),
  apiCredentials: credentialValues,
  proxyId: optionalReference('Proxy'),
  tags,
  comment,
  isActive: flag('Active'),
};

export const cdnCreate = z
  .object({
    ...fields,
    isGoogleLogin: fields.isGoogleLogin.default(false),
    tags: tags.default([]),
    isActive: fields.isActive.default(true),
  })
  .meta({ id: 'CdnAccountCreate' });
export type CdnCreate = z.infer<typeof cdnCreate>;
export const cdnUpdate = z.object(fields).partial().meta({ id: 'CdnAccountUpdate' });
export type CdnUpdate = z.infer<typeof cdnUpdate>;

export const cdnAccount = z
  .object({
    ...stamps,
    provider: z.enum(cdnProviderIds),
    emailAccountId: id,
    emailAccount: emailSummary,
    password: z.string().nullable(),
    isGoogleLogin: z.boolean(),
    apiCredentials: credentials,
    proxyId: id.nullable(),
    proxy: proxySummary.nullable(),
    tags: z.array(tagOut),
    comment: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'CdnAccount' });
export type CdnAccount = z.infer<typeof cdnAccount>;

export const cdn = crud({
  path: '/cdn',
  noun: 'CDN account',
  nouns: 'CDN accounts',
  listKey: 'cdnAccounts',
  itemKey: 'cdnAccount',
  entity: cdnAccount,
  create: cdnCreate,
  update: cdnUpdate,
  filters: {
    provider: provider.optional(),
    emailAccountId: queryText.optional(),
    proxyId: queryText.optional(),
    isActive: queryFlag.optional(),
  },
  sort: ['createdAt', 'updatedAt', 'provider', 'emailAccount', 'isActive', 'comment'],
  actions: tagActions,
});

export const cdnStats = endpoint({
  method: 'GET',
  path: `${cdn.path}/stats`,
  summary: 'How many CDN accounts there are, by provider, mailbox and tag',
  data: z.object({
    stats: z.object({
      totalAccounts: z.number(),
      activeAccounts: z.number(),
      accountsByProvider: groups,
      accountsByEmail: groups,
      tagsByType,
    }),
  }),
});

export const cdnTags = tagsEndpoint(cdn.path);

export const cdnFormData = endpoint({
  method: 'GET',
  path: `${cdn.path}/form-data`,
  summary: 'What the form offers to choose from',
  data: z.object({ emailAccounts: z.array(emailSummary), proxies: z.array(proxySummary), availableTags }),
});

export const cdnCsv: CsvColumn<CdnAccount>[] = [
  { header: 'Provider', value: (row) => cdnProviders[row.provider].name },
  { header: 'Email Account', value: (row) => row.emailAccount.email },
  { header: 'Authentication Method', value: authMethodText },
  { header: 'Proxy', value: (row) => proxyCell(row.proxy) },
  { header: 'Status', value: cdnStatus },
  { header: 'API Credentials', value: (row) => credentialsSummary(row.apiCredentials) },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
export const cdnExport = exportEndpoint(cdn.path, cdn.query.extend(exportFormat), {
  name: 'cdn-accounts.csv',
  type: 'text/csv',
});
