import { z } from 'zod';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import {
  also,
  choice,
  credentials,
  flag,
  insteadOf,
  optionalReference,
  optionalSecret,
  reference,
  noted,
  tagged,
} from '../../api/fields.ts';
import { paid } from '../../api/renewal.ts';
import { availableTags, groups, tagsByType } from '../../api/summaries.ts';
import { cdnProviderIds } from '../../catalog/cdn-provider-names.ts';
import { cdnFields } from '../../rules/cdn-credentials.ts';
import { limits } from '../../rules/limits.ts';
import { emails } from '../emails/emails.routes.ts';
import { emailSummary } from '../emails/emails.schema.ts';
import { proxies } from '../proxies/proxies.routes.ts';
import { proxySummary, shownProxy } from '../proxies/proxies.schema.ts';
import { cdn } from './cdn.routes.ts';

const unknownProvider = `Provider must be one of: ${cdnProviderIds.join(', ')}`;
const provider = z.enum(cdnProviderIds, {
  error: ({ input }) => (input ? unknownProvider : 'Provider is required'),
});

const own = entity(cdn, {
  provider: also(choice('Provider', cdnProviderIds, provider), ['cdn', 'cdn provider', 'name', 'title']),
  emailAccountId: also(reference({ kind: emails, label: 'Email account', shown: emailSummary }), [], {
    email: ['email', 'email address', 'cdn email', 'login', 'username', 'login username', 'user name'],
    password: ['email password', 'mailbox password'],
  }),
  password: also(optionalSecret('Password', limits.password), [
    'cdn password',
    'login password',
    'account password',
    'pass',
    'pwd',
  ]),
  isGoogleLogin: also(insteadOf('password', flag('Google Login', false)), ['google']),
  apiCredentials: credentials('provider', ({ provider: id }) => cdnFields(String(id))),
  proxyId: also(optionalReference({ kind: proxies, label: 'Proxy', shown: shownProxy }), ['proxy name']),
  ...tagged,
  isActive: also(flag('Active', true), ['active', 'enabled']),
  ...paid,
  ...noted,
});

export const cdnAccount = extend(own, {
  stats: {
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
  },
  tags: tagsInUse,
  formData: {
    summary: 'The choices in the form',
    data: z.object({ emailAccounts: z.array(emailSummary), proxies: z.array(proxySummary), availableTags }),
  },
});
export type CdnAccount = z.infer<typeof cdnAccount.answer>;

/** A domain's CDN account, as the domain shows it. */
export const cdnAccountSummary = cdnAccount.answer.pick({ id: true, provider: true });
