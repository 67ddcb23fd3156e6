import { z } from 'zod';
import { statusActions } from '../lib/bulk-actions.ts';
import { bulkEndpoint, crud, exportEndpoint, exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import {
  comment,
  id,
  limits,
  optionalDate,
  optionalReference,
  queryDay,
  queryDays,
  queryText,
  reference,
  requiredText,
  stamps,
  tagOut,
  tags,
  time,
} from '../lib/fields.ts';
import { emailSummary } from '../lib/related.ts';
import { availableTags, groups, tagsByType, tagsEndpoint } from '../lib/summaries.ts';
import { type CsvColumn, tagsCell } from '../rules/csv.ts';
import { isDomainName, toAsciiDomain } from '../rules/domain-name.ts';
import { domainStatuses, expiringDays } from '../rules/expiry.ts';

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

export const domains = crud({
  path: '/domains',
  noun: 'domain',
  nouns: 'domains',
  listKey: 'domains',
  itemKey: 'domain',
  entity: domain,
  create: domainCreate,
  update: domainUpdate,
  filters: {
    registratorAccountId: queryText.optional(),
    serverId: queryText.optional(),
    cdnAccountId: queryText.optional(),
    status: status.optional(),
    expiringInDays: queryDays.optional(),
    /** The first and the last day of those that are asked for; transferred domains expire no more. */
    expiresFrom: queryDay.optional(),
    expiresTo: queryDay.optional(),
  },
  sort: ['createdAt', 'updatedAt', 'domain', 'status', 'expirationDate', 'registrator', 'server', 'comment'],
  actions: statusActions(status),
});

export const expiringDomains = endpoint({
  method: 'GET',
  path: `${domains.path}/expiring`,
  summary: 'Domains that expire within so many days, the most urgent first',
  query: z.object({ days: queryDays.default(expiringDays) }),
  data: z.object({ domains: z.array(domain) }),
});

export const domainStats = endpoint({
  method: 'GET',
  path: `${domains.path}/stats`,
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

export const domainFormData = endpoint({
  method: 'GET',
  path: `${domains.path}/form-data`,
  summary: 'What the form offers to choose from',
  data: z.object({
    registratorAccounts: z.array(registratorAccountSummary),
    servers: z.array(serverSummary),
    /** With the mailbox, since there may be several accounts at one provider. */
    cdnAccounts: z.array(cdnAccountSummary.extend({ emailAccount: emailSummary })),
    availableTags,
  }),
});

export const domainTags = tagsEndpoint(domains.path);

export const checkExpiration = endpoint({
  method: 'POST',
  path: `${domains.path}/check-expiration`,
  summary: 'Bring the statuses up to date with the dates',
  data: z.object({ updatesApplied: z.number() }),
});

export const domainBulkImport = bulkEndpoint(domains.path, 'domains', {
  defaultStatus: status.default('ACTIVE'),
});

export const domainCsv: CsvColumn<Domain>[] = [
  { header: 'Domain', value: (row) => row.domain },
  { header: 'Status', value: (row) => row.status },
  { header: 'Expiration Date', value: (row) => row.expirationDate },
  { header: 'Registrator', value: (row) => row.registratorAccount.registratorType.name },
  { header: 'Registrator Email', value: (row) => row.registratorAccount.emailAccount.email },
  { header: 'Server', value: (row) => row.server?.name ?? null },
  { header: 'Server IP', value: (row) => row.server?.ip ?? null },
  { header: 'CDN', value: (row) => row.cdnAccount?.provider ?? null },
  { header: 'Tags', value: (row) => tagsCell(row.tags) },
  { header: 'Comment', value: (row) => row.comment },
  { header: 'Created At', value: (row) => row.createdAt },
];
export const domainExport = exportEndpoint(domains.path, domains.query.extend(exportFormat), {
  name: 'domains.csv',
  type: 'text/csv',
});
