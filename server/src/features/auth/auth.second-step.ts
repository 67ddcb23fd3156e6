import { randomBytes } from 'node:crypto';
import { transaction } from '../../db/transaction.ts';
import type { Challenge } from '@quartermaster/contract/auth/auth.schema';
import type { FastifyRequest } from 'fastify';
import { type UserRow, userById } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import { originOf } from '../../access/authenticate.ts';
import { useIdentity } from '../../access/identities.ts';
import { attemptChallenge, beginChallenge, finishChallenge } from '../../access/challenges.ts';
import { secondMethodsOf, useRecoveryCode } from '../../access/second-factors.ts';
import { clearFailures, recordFailure } from '../../access/sign-in-failures.ts';
import { AppError } from '../../lib/errors.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { attemptOf, refuseAfterFailures } from './auth.password-check.ts';
import { type SignIn, type SignedIn, startSession } from './auth.tokens.ts';
import { useTotpCode } from './auth.totp.ts';

/** Signs a person in, or answers with a challenge for their second factor. */
export async function enter(
  { db }: Services,
  keys: SystemKeys,
  user: UserRow,
  signIn: SignIn,
): Promise<SignedIn | { challenge: Challenge }> {
  const methods = await secondMethodsOf(db, user.id);
  if (methods.length === 0) return startSession(db, keys, user, signIn);
  const id = randomBytes(32).toString('base64url');
  await transaction(db, async (tx) => {
    if (signIn.identity !== undefined) await useIdentity(tx, signIn.identity);
    await beginChallenge(tx, 'second-factor', id, user.id);
  });
  return { challenge: { id, methods } };
}

/**
 * Takes an app code or a recovery code, each of which works once, and returns which it was; null if it is wrong. A
 * wrong code counts as a failure of the address and the client; throws RATE_LIMITED after too many.
 */
export async function useCode(
  { db, keyring, config }: Services,
  keys: SystemKeys,
  user: UserRow,
  code: string,
  request: FastifyRequest,
): Promise<'code' | 'recovery code' | null> {
  const attempt = attemptOf(keys, user.email, request);
  await refuseAfterFailures(db, user.email, attempt, config.signInFailures);
  const isTotp = /^\d{6}$/.test(code);
  const isRight = isTotp
    ? await useTotpCode(db, keyring, user.id, code)
    : await useRecoveryCode(db, user.id, code);
  if (!isRight) {
    await recordFailure(db, attempt, Date.now());
    return null;
  }
  await clearFailures(db, attempt);
  if (!isTotp) await audit(db, { action: 'recovery-code.used', actor: user, origin: originOf(request) });
  return isTotp ? 'code' : 'recovery code';
}

const ended = () =>
  new AppError('INVALID_CREDENTIALS', 'This sign-in has ended; sign in again', { challenge: 'ended' });

/** Completes a sign-in with a code. After a few wrong ones it has to begin again. */
export async function finishSignIn(
  services: Services,
  keys: SystemKeys,
  { challengeId, code }: { challengeId: string; code: string },
  request: FastifyRequest,
): Promise<SignedIn> {
  const { db, refusals } = services;
  const origin = originOf(request);
  // Count the attempt first, so that parallel attempts are not free.
  const begun = await attemptChallenge(db, 'second-factor', challengeId);
  const user = begun?.userId ? await userById(db, begun.userId) : undefined;
  if (!user) throw ended();
  const method = await useCode(services, keys, user, code, request);
  if (method === null) {
    await refusals.add({ found: user, email: user.email, origin, method: 'code' });
    throw new AppError('INVALID_CREDENTIALS', 'The code is wrong');
  }
  if (!(await finishChallenge(db, 'second-factor', challengeId))) throw ended();
  const { client } = attemptOf(keys, user.email, request);
  return startSession(db, keys, user, { client, origin, method });
}
