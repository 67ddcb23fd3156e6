import type { FastifyRequest } from 'fastify';
import { transaction } from '../../db/transaction.ts';
import { originOf } from '../../access/authenticate.ts';
import { findToken } from '../../access/one-time-tokens.ts';
import { hashPassword } from '../../access/passwords.ts';
import { AppError, invalid } from '../../lib/errors.ts';
import { RateLimit } from '../../lib/rate-limit.ts';
import { networkOf } from '../../net/client-network.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { fingerprint } from './auth.client.ts';
import { HashQueue } from './auth.hash-queue.ts';
import { replacePassword } from './auth.account.ts';

const hashing = new HashQueue();

export const linkNotValid = () => invalid({ token: 'The link is not valid any more; ask for a new one' });

/**
 * Accepts requests for a reset link. The job that sends mail looks the address up, so that answer and time are the same
 * for every address, including one that has been sent enough mail.
 */
export function forgottenPasswords({ db, outbox }: Services) {
  const requests = new RateLimit('resetRequest');
  return async (email: string, request: FastifyRequest): Promise<{ accepted: boolean }> => {
    if (!outbox.isOpen)
      throw new AppError('FORBIDDEN', 'This installation sends no mail; ask its administrator for a link');
    requests.take(networkOf(request.ip));
    await transaction(db, (tx) => outbox.add(tx, null, [{ kind: 'reset', forgotten: email }]));
    return { accepted: true };
  };
}

/** Replaces a password by a link that works once. */
export async function resetPassword(
  services: Services,
  keys: SystemKeys,
  { token, password }: { token: string; password: string },
  request: FastifyRequest,
): Promise<{ reset: boolean }> {
  const { db, sessions } = services;
  const found = await findToken(db, 'reset', token);
  if (!found) throw linkNotValid();
  const client = fingerprint(keys.fingerprint, networkOf(request.ip));
  const hash = await hashing.run({ client, account: found.userId }, () => hashPassword(password));
  if (!(await replacePassword(services, token, hash, originOf(request)))) throw linkNotValid();
  sessions.forget();
  return { reset: true };
}
