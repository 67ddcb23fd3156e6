import { z } from 'zod';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import {
  caseless,
  credentials,
  flag,
  optionalReference,
  optionalText,
  reference,
  tagged,
  text,
} from '../../api/fields.ts';
import { groups } from '../../api/summaries.ts';
import { optionalUrl, requiredText } from '../../api/values.ts';
import { hostingFields } from '../../rules/hosting-credentials.ts';
import { limits } from '../../rules/limits.ts';
import { emails } from '../emails/emails.routes.ts';
import { emailSummary } from '../emails/emails.schema.ts';
import { proxies } from '../proxies/proxies.routes.ts';
import { shownProxy } from '../proxies/proxies.schema.ts';
import { hostings } from './hostings.routes.ts';

const own = entity(
  hostings,
  {
    name: caseless(text(requiredText('Name', limits.name))),
    provider: caseless(text(requiredText('Provider', limits.name))),
    websiteUrl: optionalText(optionalUrl('Website URL')),
    emailAccountId: reference({ kind: emails, label: 'Email account', shown: emailSummary }),
    isGoogleLogin: flag('Google Login', false),
    proxyId: optionalReference({ kind: proxies, label: 'Proxy', shown: shownProxy }),
    hasApiAccess: flag('API access', false),
    apiCredentials: credentials('provider', ({ provider }) => hostingFields(String(provider))),
    ...tagged,
    isActive: flag('Active', true),
  },
  { derived: { _count: z.object({ servers: z.number() }) } },
);

export const hosting = extend(own, {
  stats: {
    summary: 'How many hosting accounts there are, and with which providers',
    data: z.object({ total: z.number(), active: z.number(), withApiAccess: z.number(), byProvider: groups }),
  },
  tags: tagsInUse,
});
export type Hosting = z.infer<typeof hosting.answer>;

/** A server's hosting account, as the server shows it. */
export const hostingSummary = hosting.answer
  .pick({ id: true, name: true, provider: true })
  .extend({ provider: z.string().nullable().meta({ description: 'null outside the scope' }) });
