import { z } from 'zod';
import { facts } from './hostings.routes.ts';
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
  optionalUrl,
  reference,
  requiredText,
  stamps,
  tagOut,
  tags,
} from '../../api/fields.ts';
import { limits } from '../../rules/limits.ts';
import { emailSummary, proxySummary } from '../summaries.ts';
import { groups, tagsEndpoint } from '../../api/summaries.ts';

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

export const hostings = crud(facts.hostings, {
  entity: hosting,
  create: hostingCreate,
  update: hostingUpdate,
  actions: tagActions,
});

export const hostingStats = endpoint(facts.hostingStats, {
  summary: 'How many hosting accounts there are, and with which providers',
  data: z.object({ total: z.number(), active: z.number(), withApiAccess: z.number(), byProvider: groups }),
});

export const hostingTags = tagsEndpoint(facts.hostingTags);

export const hostingExport = exportEndpoint(facts.hostingExport, hostings.query.extend(exportFormat));
