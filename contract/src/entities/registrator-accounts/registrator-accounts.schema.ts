import { z } from 'zod';
import { facts } from './registrator-accounts.routes.ts';
import { tagActions } from '../../api/bulk-actions.ts';
import { bulkEndpoint, crud, exportEndpoint, exportFormat } from '../../api/crud.ts';
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
import { availableTags, groups, tagsByType } from '../../api/summaries.ts';
import { emailSummary, proxySummary } from '../summaries.ts';
import { registratorTypeSummary } from '../registrator-types/registrator-types.schema.ts';

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

export const registratorAccounts = crud(facts.registratorAccounts, {
  entity: registratorAccount,
  create: registratorAccountCreate,
  update: registratorAccountUpdate,
  actions: tagActions,
});

export const registratorAccountStats = endpoint(facts.registratorAccountStats, {
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

export const registratorAccountFormData = endpoint(facts.registratorAccountFormData, {
  summary: 'What the form offers to choose from',
  data: z.object({
    emailAccounts: z.array(emailSummary),
    registratorTypes: z.array(registratorTypeSummary),
    proxies: z.array(proxySummary),
    availableTags,
  }),
});

export const registratorAccountBulkImport = bulkEndpoint(facts.registratorAccountBulkImport, 'accounts', {});

export const registratorAccountExport = exportEndpoint(
  facts.registratorAccountExport,
  registratorAccounts.query.extend(exportFormat),
);
