import { z } from 'zod';
import { bulkImport } from '../../api/bulk-import.ts';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import {
  also,
  choice,
  displayed,
  initially,
  optionalReference,
  optionalTime,
  reference,
  noted,
  tagged,
  text,
} from '../../api/fields.ts';
import { endNames, renewal } from '../../api/renewal.ts';
import { answerShape } from '../../api/secrets.ts';
import { availableTags, groups, tagsByType } from '../../api/summaries.ts';
import { hostName, queryDays, time } from '../../api/values.ts';
import { isDomainName, shownDomain, toAsciiDomain } from '../../rules/domain-name.ts';
import { domainStatuses, expiringDays } from '../../rules/expiry.ts';
import { factSources, lookedUp } from '../../lookups/lookups.routes.ts';
import { lookedUpEndpoints } from '../../lookups/lookups.schema.ts';
import { cdn } from '../cdn/cdn.routes.ts';
import { cdnAccountSummary } from '../cdn/cdn.schema.ts';
import { emailSummary } from '../emails/emails.schema.ts';
import { registratorAccounts } from '../registrator-accounts/registrator-accounts.routes.ts';
import { registratorAccount } from '../registrator-accounts/registrator-accounts.schema.ts';
import { registratorType } from '../registrator-types/registrator-types.schema.ts';
import { servers } from '../servers/servers.routes.ts';
import { serverSummary } from '../servers/servers.schema.ts';
import { domains } from './domains.routes.ts';

const invalidDomain = 'Invalid domain format (e.g., example.com)';

/** A domain's registrator account, as the domain shows it. */
const registratorAccountSummary = registratorAccount.answer.pick({ id: true }).extend({
  registratorType: registratorType.answer.pick({ id: true, name: true }),
  emailAccount: emailSummary.nullable().meta({ description: 'null outside the scope' }),
});

const fields = {
  domain: also(
    displayed(
      text(
        hostName('Domain')
          .toLowerCase()
          .refine((name) => isDomainName(toAsciiDomain(name)), invalidDomain),
      ),
      shownDomain,
    ),
    ['domain name', 'name', 'fqdn', 'hostname', 'zone', 'zone name', 'site', 'website'],
  ),
  registratorAccountId: also(
    reference({
      kind: registratorAccounts,
      label: 'Registrator account',
      shown: registratorAccountSummary,
    }),
    ['registrar account'],
    {
      'registratorType.name': ['registrar', 'registrar name', 'registrator type', 'sponsoring registrar'],
      'emailAccount.email': ['registrar email', 'account email', 'registrar account email'],
      password: ['registrator password', 'registrar password'],
      'emailAccount.password': ['email password', 'mailbox password'],
    },
  ),
  serverId: also(optionalReference({ kind: servers, label: 'Server', shown: serverSummary }), [], {
    name: ['server name', 'web server'],
    ip: ['server ip address', 'ip', 'ip address'],
  }),
  cdnAccountId: also(optionalReference({ kind: cdn, label: 'CDN account', shown: cdnAccountSummary }), [], {
    provider: ['cdn provider'],
    'emailAccount.email': ['cdn email'],
  }),
  expirationDate: also(optionalTime, [...endNames, 'domain expiration date', 'registry expiry date']),
  status: also(initially(choice('Status', domainStatuses), 'ACTIVE'), ['state', 'domain status']),
  ...tagged,
  ...renewal,
  ...noted,
};
const shownDate = z
  .object({
    date: time,
    source: z.enum(factSources),
    /** Renewed by the registry, not confirmed by the registrar. */
    renewal: z.enum(['unconfirmed']).nullable(),
  })
  .nullable()
  .meta({
    description: 'The date that /expirations and alerts go by, if it is another than `expirationDate`',
  });
const own = entity(domains, fields, { derived: { shownDate } });

export const domain = extend(own, {
  expiring: {
    summary: 'Domains that expire within this many days, the most urgent first',
    query: z.object({ days: queryDays.default(expiringDays), ...answerShape }),
    data: z.object({ domains: z.array(own.answer) }),
  },
  stats: {
    summary: 'The number of domains, by status, reference and date',
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
  },
  formData: {
    summary: 'The choices in the form',
    data: z.object({
      registratorAccounts: z.array(registratorAccountSummary),
      servers: z.array(serverSummary),
      /** With the mailbox, which tells apart accounts at the same provider. */
      cdnAccounts: z.array(cdnAccountSummary.extend({ emailAccount: emailSummary })),
      availableTags,
    }),
  },
  tags: tagsInUse,
  ...lookedUpEndpoints('domain', lookedUp.domains),
  checkExpiration: {
    ownLimit: true,
    summary: 'Update the statuses from the dates',
    data: z.object({ updatesApplied: z.number() }),
  },
  bulkImport: bulkImport('domains', own, { defaultStatus: fields.status.rule.default('ACTIVE') }),
});
export type Domain = z.infer<typeof domain.answer>;
