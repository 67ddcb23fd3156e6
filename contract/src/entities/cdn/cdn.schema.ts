import { z } from 'zod';
import { facts } from './cdn.routes.ts';
import { cdnProviderIds } from '../../catalog/cdn-providers.ts';
import { tagActions } from '../../api/bulk-actions.ts';
import { crud, exportEndpoint, exportFormat } from '../../api/crud.ts';
import { endpoint } from '../../api/endpoint.ts';
import {
  comment,
  credentialValues,
  credentials,
  flag,
  id,
  optionalReference,
  optionalSecret,
  reference,
  stamps,
  tagOut,
  tags,
} from '../../api/fields.ts';
import { limits } from '../../rules/limits.ts';
import { emailSummary, proxySummary } from '../summaries.ts';
import { availableTags, groups, tagsByType, tagsEndpoint } from '../../api/summaries.ts';

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

export const cdn = crud(facts.cdn, {
  entity: cdnAccount,
  create: cdnCreate,
  update: cdnUpdate,
  actions: tagActions,
});

export const cdnStats = endpoint(facts.cdnStats, {
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

export const cdnTags = tagsEndpoint(facts.cdnTags);

export const cdnFormData = endpoint(facts.cdnFormData, {
  summary: 'What the form offers to choose from',
  data: z.object({ emailAccounts: z.array(emailSummary), proxies: z.array(proxySummary), availableTags }),
});

export const cdnExport = exportEndpoint(facts.cdnExport, cdn.query.extend(exportFormat));
