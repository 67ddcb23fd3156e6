import type { confirm, confirmation } from '@quartermaster/contract/account/account.schema';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { confirmedMs } from '../../access/permit.ts';
import { secondMethodsOf } from '../../access/second-factors.ts';
import { confirmSession } from '../../access/sessions.ts';
import { nextTime } from '../../lib/clock.ts';
import { invalid } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { passkeyOwner } from './auth.passkeys.ts';
import { checkPassword } from './auth.password-check.ts';
import { useCode } from './auth.second-step.ts';

type Proof = z.output<typeof confirm.body>;
type Methods = z.output<typeof confirmation.data>['methods'];

export const hasPassword = ({ user }: Person): boolean => user.passwordHash !== '';

/** The ways to confirm an identity: with a second factor on, the password alone does not count. */
export async function confirmationMethods(
  { db, config }: Pick<Services, 'db' | 'config'>,
  caller: Person,
): Promise<Methods> {
  const second = await secondMethodsOf(db, caller.user.id);
  if (second.length === 0) return config.passwordSignIn && hasPassword(caller) ? ['password'] : [];
  const methods: Methods = second.includes('passkey') ? ['passkey'] : [];
  return second.some((each) => each !== 'passkey') ? ['code', ...methods] : methods;
}

/** Throws a VALIDATION_ERROR for the field unless the password is right. */
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

/** Throws a VALIDATION_ERROR unless the proof is valid. */
async function expectProof(
  services: Services,
  keys: SystemKeys,
  caller: Person,
  { password, code, passkey }: Proof,
  request: FastifyRequest,
): Promise<void> {
  const methods = await confirmationMethods(services, caller);
  if (passkey !== undefined) {
    const owner = await passkeyOwner(services.db, services.config, passkey);
    if (owner?.id !== caller.user.id) throw invalid({ passkey: 'This passkey is not accepted here' });
  } else if (code !== undefined && methods.includes('code')) {
    const method = await useCode(services, keys, caller.user, code, request);
    if (method === null) throw invalid({ code: 'The code is wrong' });
  } else if (methods.includes('password')) {
    if (password === undefined) throw invalid({ password: 'Password is required' });
    await expectPassword(services, keys, caller, { field: 'password', password }, request);
  } else if (methods.includes('code')) throw invalid({ code: 'A code of your second factor is required' });
  else if (methods.includes('passkey')) throw invalid({ passkey: 'Your passkey is required' });
  else throw invalid({ password: 'Sign out and in again to confirm that it is you' });
}

/** Confirms the identity of the person in a session. Returns until when the confirmation counts (ms). */
export async function confirmPerson(
  services: Services,
  keys: SystemKeys,
  caller: Person,
  proof: Proof,
  request: FastifyRequest,
): Promise<number> {
  await expectProof(services, keys, caller, proof, request);
  const now = nextTime();
  await asSender(services.db, caller, (tx, { principal }) => confirmSession(tx, principal.id, now));
  services.sessions.forget();
  return now + confirmedMs;
}
