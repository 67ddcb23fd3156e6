import { z } from 'zod';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import {
  also,
  caseless,
  credentials,
  flag,
  optionalReference,
  optionalText,
  reference,
  noted,
  tagged,
  text,
} from '../../api/fields.ts';
import { paid } from '../../api/renewal.ts';
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
    name: also(caseless(text(requiredText('Name', limits.name))), [
      'hosting',
      'hosting name',
      'hosting account',
      'title',
      'account',
    ]),
    provider: also(caseless(text(requiredText('Provider', limits.name))), [
      'hosting provider',
      'host',
      'web host',
      'company',
    ]),
    websiteUrl: also(optionalText(optionalUrl('Website URL')), [
      'url',
      'uri',
      'website',
      'web site',
      'login uri',
    ]),
    emailAccountId: also(reference({ kind: emails, label: 'Email account', shown: emailSummary }), [], {
      email: ['email', 'email address', 'login', 'username', 'login username'],
      password: ['email password', 'mailbox password'],
    }),
    isGoogleLogin: also(flag('Google Login', false), ['google']),
    proxyId: also(optionalReference({ kind: proxies, label: 'Proxy', shown: shownProxy }), ['proxy name']),
    hasApiAccess: also(flag('API access', false), ['api']),
    apiCredentials: credentials('provider', ({ provider }) => hostingFields(String(provider))),
    ...tagged,
    isActive: also(flag('Active', true), ['active', 'enabled']),
    ...paid,
    ...noted,
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
