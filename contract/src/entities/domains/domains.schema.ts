import { z } from 'zod';
import { facts } from './domains.routes.ts';
import { statusActions } from '../../api/bulk-actions.ts';
import { bulkEndpoint, crud, exportEndpoint, exportFormat } from '../../api/crud.ts';
import { endpoint } from '../../api/endpoint.ts';
import {
  comment,
  id,
  optionalDate,
  optionalReference,
  queryDays,
  reference,
  requiredText,
  stamps,
  tagOut,
  tags,
  time,
} from '../../api/fields.ts';
import { limits } from '../../rules/limits.ts';
import { emailSummary } from '../summaries.ts';
import { availableTags, groups, tagsByType, tagsEndpoint } from '../../api/summaries.ts';
import { isDomainName, toAsciiDomain } from '../../rules/domain-name.ts';
import { domainStatuses, expiringDays } from '../../rules/expiry.ts';

const invalidDomain = 'Invalid domain format (e.g., example.com)';
const status = z.enum(domainStatuses, { error: `Status must be one of: ${domainStatuses.join(', ')}` });

const fields = {
  domain: requiredText('Domain', limits.url)
    .toLowerCase()
    .refine((name) => isDomainName(toAsciiDomain(name)), invalidDomain),
  registratorAccountId: reference('Registrator account'),
  serverId: optionalReference('Server'),
  cdnAccountId: optionalReference('CDN account'),
  expirationDate: optionalDate,
  status,
  tags,
  comment,
};

/** Without a status a row of an import takes the import's default. */
export const domainCreate = z
  .object({ ...fields, status: status.default('ACTIVE'), tags: tags.default([]) })
  .meta({ id: 'DomainCreate' });
export const domainUpdate = z.object(fields).partial().meta({ id: 'DomainUpdate' });

const registratorAccountSummary = z.object({
  id,
  registratorType: z.object({ id, name: z.string() }),
  emailAccount: emailSummary,
});
const serverSummary = z.object({ id, name: z.string(), ip: z.string().nullable() });
const cdnAccountSummary = z.object({ id, provider: z.string() });

export const domain = z
  .object({
    ...stamps,
    domain: z.string(),
    registratorAccountId: id,
    registratorAccount: registratorAccountSummary,
    serverId: id.nullable(),
    server: serverSummary.nullable(),
    cdnAccountId: id.nullable(),
    cdnAccount: cdnAccountSummary.nullable(),
    expirationDate: time.nullable(),
    status: z.enum(domainStatuses),
    tags: z.array(tagOut),
    comment: z.string().nullable(),
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof domain>;

export const domains = crud(facts.domains, {
  entity: domain,
  create: domainCreate,
  update: domainUpdate,
  actions: statusActions(status),
});

export const expiringDomains = endpoint(facts.expiringDomains, {
  summary: 'Domains that expire within so many days, the most urgent first',
  query: z.object({ days: queryDays.default(expiringDays) }),
  data: z.object({ domains: z.array(domain) }),
});

export const domainStats = endpoint(facts.domainStats, {
  summary: 'How many domains there are, by status, place and date',
  data: z.object({
    stats: z.object({
      totalDomains: z.number(),
      activeDomains: z.number(),
      expiringDomains: z.number(),
      expiredDomains: z.number(),
      domainsByStatus: groups,
      domainsByRegistrator: groups,
      domainsByServer: groups,
      domainsByCdn: groups,
      tagsByType,
      expirationCalendar: z.array(z.object({ date: z.string(), count: z.number() })),
    }),
  }),
});

export const domainFormData = endpoint(facts.domainFormData, {
  summary: 'What the form offers to choose from',
  data: z.object({
    registratorAccounts: z.array(registratorAccountSummary),
    servers: z.array(serverSummary),
    /** With the mailbox, since there may be several accounts at one provider. */
    cdnAccounts: z.array(cdnAccountSummary.extend({ emailAccount: emailSummary })),
    availableTags,
  }),
});

export const domainTags = tagsEndpoint(facts.domainTags);

export const checkExpiration = endpoint(facts.checkExpiration, {
  summary: 'Bring the statuses up to date with the dates',
  data: z.object({ updatesApplied: z.number() }),
});

export const domainBulkImport = bulkEndpoint(facts.domainBulkImport, 'domains', {
  defaultStatus: status.default('ACTIVE'),
});

export const domainExport = exportEndpoint(facts.domainExport, domains.query.extend(exportFormat));
