import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { optionalText } from './values.ts';

/** The query of every call that answers records. */
export const answerShape = {
  secrets: z
    .enum(['omit'], { error: 'Secrets must be omit, or left out' })
    .optional()
    .meta({ description: '`omit`: secrets are null, and `secretFields` names those that are set.' }),
};

const field = z
  .string({ error: ({ input }) => (input === undefined ? 'Field is required' : 'Field must be text') })
  .min(1, 'Field is required')
  .max(limits.secretPath, `Field must be less than ${limits.secretPath} characters`)
  .meta({ description: '`password`, `apiCredentials.apiSecret`, `users.<id>.sshKey`' });

export const forgetBody = z.object({ field }).meta({ id: 'Forget' });

/** The body of a reveal: which secret, how it leaves the server, and why. */
export const revealBody = z
  .object({
    field,
    via: z.enum(['reveal', 'copy'], { error: 'Via must be one of: reveal, copy' }).default('reveal'),
    reason: optionalText('Reason', limits.reason),
  })
  .meta({ id: 'Reveal' });

/** What an answer without secrets has in addition to a record's fields. */
export const secretFields = {
  secretFields: z
    .array(z.string())
    .optional()
    .meta({ description: 'The paths of the secrets that are set and answered as null' }),
};
