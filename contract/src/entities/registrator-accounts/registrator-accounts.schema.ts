import { z } from 'zod';
import { bulkImport } from '../../api/bulk-import.ts';
import { entity, extend } from '../../api/entity.ts';
import {
  also,
  credentials,
  flag,
  insteadOf,
  optionalReference,
  optionalSecret,
  reference,
  noted,
  tagged,
} from '../../api/fields.ts';
import { availableTags, groups, tagsByType } from '../../api/summaries.ts';
import type { CredentialFields } from '../../catalog/credential-field.ts';
import { limits } from '../../rules/limits.ts';
import { emails } from '../emails/emails.routes.ts';
import { emailSummary } from '../emails/emails.schema.ts';
import { proxies } from '../proxies/proxies.routes.ts';
import { proxySummary, shownProxy } from '../proxies/proxies.schema.ts';
import { registratorTypes } from '../registrator-types/registrator-types.routes.ts';
import { registratorTypeSummary } from '../registrator-types/registrator-types.schema.ts';
import { registratorAccounts } from './registrator-accounts.routes.ts';

/** The type's API fields in the account's answer. */
const apiFieldsOf = ({ registratorType }: Readonly<Record<string, unknown>>) =>
  (registratorType as { apiFields: CredentialFields } | undefined)?.apiFields ?? null;

const own = entity(registratorAccounts, {
  emailAccountId: also(reference({ kind: emails, label: 'Email account', shown: emailSummary }), [], {
    email: [
      'email',
      'email address',
      'registrator email',
      'registrar email',
      'login',
      'username',
      'login username',
      'user name',
    ],
    password: ['email password', 'mailbox password'],
  }),
  registratorTypeId: also(
    reference({
      kind: registratorTypes,
      label: 'Registrator type',
      shown: registratorTypeSummary,
    }),
    ['type'],
    { name: ['registrator', 'registrar', 'registrar name', 'provider', 'name', 'title'] },
  ),
  password: also(optionalSecret('Password', limits.password), [
    'registrator password',
    'registrar password',
    'login password',
    'account password',
    'pass',
    'pwd',
  ]),
  isGoogleLogin: also(insteadOf('password', flag('Google Login', false)), ['google']),
  hasApiAccess: also(flag('API access', false), ['api']),
  apiCredentials: credentials('registratorTypeId', apiFieldsOf),
  proxyId: also(optionalReference({ kind: proxies, label: 'Proxy', shown: shownProxy }), ['proxy name']),
  ...tagged,
  isActive: also(flag('Active', true), ['active', 'enabled']),
  ...noted,
});

export const registratorAccount = extend(own, {
  stats: {
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
  },
  formData: {
    summary: 'The choices in the form',
    data: z.object({
      emailAccounts: z.array(emailSummary),
      registratorTypes: z.array(registratorTypeSummary),
      proxies: z.array(proxySummary),
      availableTags,
    }),
  },
  bulkImport: bulkImport('accounts', own, {}),
});
export type RegistratorAccount = z.infer<typeof registratorAccount.answer>;
export type RegistratorAccountCreate = z.output<typeof registratorAccount.create.body>;
