import type { Tokens, User } from '@quartermaster/contract/auth/auth.schema';
import { faultOf } from '../../db/faults.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { hashPassword, verifyPassword } from '../../access/passwords.ts';
import { hashToken, newRefreshToken, signAccessToken } from '../../access/tokens.ts';
import type { Services } from '../../services.ts';
import { fingerprint, networkOf } from './auth.client.ts';
import { newHashQueue } from './auth.hash-queue.ts';
import { type UserRow, anyUser, insertUser, toUser, userByEmail } from '../../access/accounts.ts';
import {
  advanceSession,
  endSession,
  findRefreshToken,
  findSession,
  hasSignedInFrom,
  insertRefreshToken,
  insertSession,
} from '../../access/sessions.ts';
import {
  type Attempt,
  clearFailures,
  clientsFailingAt,
  failureWindowMs,
  failuresOfClient,
  recordFailure,
} from '../../access/sign-in-failures.ts';

export interface SignedIn {
  user: User;
  tokens: Tokens;
}

async function issueTokens(
  tx: Tx,
  key: Uint8Array,
  user: UserRow,
  sessionId: string,
  generation: number,
): Promise<Tokens> {
  const refreshToken = newRefreshToken();
  await insertRefreshToken(tx, sessionId, generation, hashToken(refreshToken));
  const accessToken = await signAccessToken(key, { sub: user.id, sid: sessionId, role: user.role });
  return { accessToken, refreshToken };
}

async function startSession(db: Db, key: Uint8Array, user: UserRow, client: string): Promise<SignedIn> {
  return db.transaction().execute(async (tx) => {
    const sessionId = await insertSession(tx, user.id, client);
    return { user: toUser(user), tokens: await issueTokens(tx, key, user, sessionId, 0) };
  });
}

const closed = () => new AppError('FORBIDDEN', 'Registration is closed');
const taken = () =>
  new AppError('CONFLICT', 'An account with this email already exists', {
    fields: { email: 'An account with this email already exists' },
  });

/** A hash occupies a core and 19 MiB for a while, so compute one at a time and leave the other threads to the service. */
const hashing = newHashQueue({ waitingAtMost: 100, waitAtMostMs: 20_000 });

/** `ip` is the caller's network address. */
export async function registerUser(
  { db, keyring, config }: Services,
  key: Uint8Array,
  { email, password }: { email: string; password: string },
  ip: string,
): Promise<SignedIn> {
  const { registration } = config;
  if (registration === 'closed' && (await anyUser(db))) throw closed();
  if (await userByEmail(db, email)) throw taken();
  const hash = await hashing(() => hashPassword(password));
  try {
    const user = await db.transaction().execute((tx) => insertUser(tx, keyring, email, hash, registration));
    if (!user) throw closed();
    return await startSession(db, key, user, fingerprint(key, networkOf(ip)));
  } catch (error) {
    throw faultOf(error) === 'unique' ? taken() : error;
  }
}

/**
 * Refuses a client that failed too often, whatever it tries. Closes an address at which too many clients failed to all
 * clients that the account does not know, so that nobody is locked out of a place where they signed in before.
 */
async function refuseAfterFailures(db: Db, email: string, attempt: Attempt, allowed: number): Promise<void> {
  const now = Date.now();
  const [own, others] = await Promise.all([
    failuresOfClient(db, attempt.client, now),
    clientsFailingAt(db, attempt.address, now),
  ]);
  const closed = others[allowed - 1] !== undefined && !(await hasSignedInFrom(db, email, attempt.client));
  const since = Math.max(own[allowed - 1] ?? 0, (closed && others[allowed - 1]) || 0);
  if (since === 0) return;
  const seconds = Math.ceil((since + failureWindowMs - now) / 1000);
  throw new AppError(
    'RATE_LIMITED',
    'Too many failed sign-ins; try again later',
    undefined,
    Math.max(1, seconds),
  );
}

/** `ip` is the caller's network address. */
export async function signInUser(
  { db, config }: Services,
  key: Uint8Array,
  { email, password }: { email: string; password: string },
  ip: string,
): Promise<SignedIn> {
  const attempt = { address: fingerprint(key, email.toLowerCase()), client: fingerprint(key, networkOf(ip)) };
  const refuse = () => refuseAfterFailures(db, email, attempt, config.signInFailures);
  await refuse();
  const user = await hashing(async () => {
    await refuse(); // again, since attempts ahead in the queue may have failed
    const found = await userByEmail(db, email);
    const verified = await verifyPassword(password, found?.passwordHash ?? null);
    if (found && verified) return found;
    await recordFailure(db, attempt, Date.now());
    throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
  });
  await clearFailures(db, attempt);
  return startSession(db, key, user, attempt.client);
}

const ended = () => new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');

/**
 * A token can be reused until its successor is used. After that a reuse means that it was stolen, and ends the session
 * (OAuth 2.0 Security Best Current Practice, refresh token rotation).
 */
export async function refreshSession(db: Db, key: Uint8Array, refreshToken: string): Promise<Tokens> {
  const tokens = await db.transaction().execute(async (tx): Promise<Tokens | 'stolen'> => {
    const stored = await findRefreshToken(tx, hashToken(refreshToken));
    if (!stored) throw new AppError('UNAUTHORIZED', 'The refresh token is not valid');
    const session = await findSession(tx, stored.sessionId);
    const now = Date.now();
    if (!session || session.endedAt !== null || stored.expiresAt < now) throw ended();
    if (stored.generation < session.generation) {
      await endSession(tx, session.id);
      return 'stolen';
    }
    await advanceSession(tx, session.id, stored.generation);
    return issueTokens(tx, key, session.user, session.id, stored.generation + 1);
  });
  if (tokens === 'stolen') throw ended();
  return tokens;
}
