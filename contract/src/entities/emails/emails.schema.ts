import type { z } from 'zod';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import { caseless, optionalText, secret, tagged, text } from '../../api/fields.ts';
import { emailAddress, optionalUrl } from '../../api/values.ts';
import { emailKeyOf } from '../../rules/email-address.ts';
import { limits } from '../../rules/limits.ts';
import { emails } from './emails.routes.ts';

const own = entity(emails, {
  email: caseless(text(emailAddress('Invalid email format')), emailKeyOf),
  password: secret('Password', limits.password),
  loginUrl: optionalText(optionalUrl('Login URL')),
  ...tagged,
});

export const emailAccount = extend(own, { tags: tagsInUse });
export type EmailAccount = z.infer<typeof emailAccount.answer>;

/** An account's mailbox, as the account shows it. */
export const emailSummary = emailAccount.answer.pick({ id: true, email: true });
