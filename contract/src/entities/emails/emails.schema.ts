import type { z } from 'zod';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import { also, caseless, optionalText, secret, noted, tagged, text } from '../../api/fields.ts';
import { emailAddress, optionalUrl } from '../../api/values.ts';
import { emailKeyOf } from '../../rules/email-address.ts';
import { limits } from '../../rules/limits.ts';
import { emails } from './emails.routes.ts';

const own = entity(emails, {
  email: also(caseless(text(emailAddress('Invalid email format')), emailKeyOf), [
    'email address',
    'email account',
    'e-mail',
    'mail',
    'mailbox',
    'address',
    'username',
    'user name',
    'user',
    'login username',
    'login',
  ]),
  password: also(secret('Password', limits.password), ['login password', 'email password', 'pass', 'pwd']),
  loginUrl: also(optionalText(optionalUrl('Login URL')), [
    'url',
    'uri',
    'login uri',
    'website',
    'webmail',
    'web site',
  ]),
  ...tagged,
  ...noted,
});

export const emailAccount = extend(own, { tags: tagsInUse });
export type EmailAccount = z.infer<typeof emailAccount.answer>;

/** An account's mailbox, as the account shows it. */
export const emailSummary = emailAccount.answer.pick({ id: true, email: true });
