import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import type { FastifyRequest } from 'fastify';
import { type UserRow, userByEmail } from '../../access/accounts.ts';
import { verifyPassword } from '../../access/passwords.ts';
import { hasSecondFactor } from '../../access/second-factors.ts';
import { hasSignedInFrom } from '../../access/sessions.ts';
import {
  type Attempt,
  clearFailures,
  clientsFailingAt,
  failureWindowMs,
  failuresOfClient,
  recordFailure,
} from '../../access/sign-in-failures.ts';
import type { Db } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { networkOf } from '../../net/client-network.ts';
import type { SystemKeys } from '../../secrets/system-keys.ts';
import type { Services } from '../../services.ts';
import { fingerprint } from './auth.client.ts';
import { hintAtProxy } from './auth.proxy-hint.ts';
import { HashQueue } from './auth.hash-queue.ts';

const hashing = new HashQueue();

/**
 * Refuses a client with too many failures, at any address. Closes an address with too many failing clients to clients
 * that the account does not know, so that nobody is locked out where they signed in before.
 */
export async function refuseAfterFailures(
  db: Db,
  email: string,
  attempt: Attempt,
  allowed: number,
): Promise<void> {
  const now = Date.now();
  const [own, others] = await Promise.all([
    failuresOfClient(db, attempt.client, now),
    clientsFailingAt(db, attempt.address, now),
  ]);
  const closed = others[allowed - 1] !== undefined && !(await hasSignedInFrom(db, email, attempt.client));
  const since = Math.max(own[allowed - 1] ?? 0, (closed && others[allowed - 1]) || 0);
  if (since === 0) return;
  // Another server's clock may be ahead of ours.
  const waitMs = Math.min(failureWindowMs, Math.max(1, since + failureWindowMs - now));
  throw new AppError(
    'RATE_LIMITED',
    'Too many failed sign-ins; try again later',
    undefined,
    Math.ceil(waitMs / 1000),
  );
}

/** Fingerprints of the address and of the client's network. */
export const attemptOf = (keys: SystemKeys, email: string, { ip }: FastifyRequest): Attempt => ({
  address: fingerprint(keys.fingerprint, emailKeyOf(email)),
  client: fingerprint(keys.fingerprint, networkOf(ip)),
});

interface Checked {
  /** The account with this address, if one exists. */
  found: UserRow | null;
  /** Whether the password is right and the account may sign in. */
  matches: boolean;
}

/**
 * Checks a password, in the same time for any address. A wrong one counts as a failure of the address and the client;
 * throws RATE_LIMITED after too many.
 */
export async function checkPassword(
  services: Services,
  keys: SystemKeys,
  { email, password }: { email: string; password: string },
  request: FastifyRequest,
): Promise<Checked> {
  const attempt = attemptOf(keys, email, request);
  const { db, config } = services;
  const refuse = () =>
    refuseAfterFailures(db, email, attempt, config.signInFailures).catch((error: unknown) => {
      if (error instanceof AppError) hintAtProxy(services, request);
      throw error;
    });
  await refuse();
  const checked = await hashing.run({ client: attempt.client, account: attempt.address }, async () => {
    await refuse(); // Check again: attempts ahead in the queue may have failed.
    const found = (await userByEmail(db, email)) ?? null;
    const verified = await verifyPassword(password, found?.passwordHash || null);
    const matches = verified && found?.disabledAt === null;
    if (!matches) await recordFailure(db, attempt, Date.now());
    return { found, matches };
  });
  // With a second factor on, a right password alone must not reset the count of guesses at codes.
  if (checked.matches && checked.found && !(await hasSecondFactor(db, checked.found.id)))
    await clearFailures(db, attempt);
  return checked;
}
