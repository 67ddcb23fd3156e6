import type { confirm, confirmation } from '@quartermaster/contract/account/account.schema';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Person } from '../../access/caller.ts';
import { confirmedMs } from '../../access/permit.ts';
import { confirmSession } from '../../access/sessions.ts';
import { nextTime } from '../../lib/clock.ts';
import { invalid } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { checkPassword } from './auth.password-check.ts';

type Proof = z.output<typeof confirm.body>;
type Methods = z.output<typeof confirmation.data>['methods'];

/** By what a person can confirm that it is them: with a second factor on, the password alone does not count. */
export const confirmationMethods = (): Promise<Methods> => Promise.resolve(['password']);

/** Throws VALIDATION_ERROR, with the field, unless the password is the person's. */
export async function expectPassword(
  services: Services,
  keys: SystemKeys,
  { user }: Person,
  { field, password }: { field: string; password: string },
  request: FastifyRequest,
): Promise<void> {
  const { matches } = await checkPassword(services, keys, { email: user.email, password }, request);
  if (!matches) throw invalid({ [field]: 'The password is wrong' });
}

/** The person in a session proves who they are. Returns until when that counts (ms). */
export async function confirmPerson(
  services: Services,
  keys: SystemKeys,
  caller: Person,
  { password }: Proof,
  request: FastifyRequest,
): Promise<number> {
  if (password === undefined) throw invalid({ password: 'Password is required' });
  await expectPassword(services, keys, caller, { field: 'password', password }, request);
  const now = nextTime();
  await confirmSession(services.db, caller.principal.id, now);
  services.sessions.forget();
  return now + confirmedMs;
}
