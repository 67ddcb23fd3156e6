import type { Tokens, User } from '@quartermaster/contract/auth';
import { faultOf } from '../../db/faults.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { hashPassword, verifyPassword } from '../../lib/passwords.ts';
import { hashToken, newRefreshToken, signAccessToken } from '../../lib/tokens.ts';
import type { Services } from '../../services.ts';
import {
  type UserRow,
  advanceSession,
  anyUser,
  clearFailures,
  endSession,
  failureWindowMs,
  failuresOf,
  findRefreshToken,
  findSession,
  insertRefreshToken,
  insertSession,
  insertUser,
  recordFailure,
  toUser,
  userByEmail,
} from './auth.repository.ts';

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

async function startSession(db: Db, key: Uint8Array, user: UserRow): Promise<SignedIn> {
  return db.transaction().execute(async (tx) => {
    const sessionId = await insertSession(tx, user.id);
    return { user: toUser(user), tokens: await issueTokens(tx, key, user, sessionId, 0) };
  });
}

const taken = () =>
  new AppError('CONFLICT', 'An account with this email already exists', {
    fields: { email: 'An account with this email already exists' },
  });

export async function registerUser(
  { db, keyring, config }: Services,
  key: Uint8Array,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  if (config.registration === 'closed' && (await anyUser(db)))
    throw new AppError('FORBIDDEN', 'Registration is closed');
  if (await userByEmail(db, email)) throw taken();
  const hash = await hashPassword(password);
  try {
    const user = await db.transaction().execute((tx) => insertUser(tx, keyring, email, hash));
    return await startSession(db, key, user);
  } catch (error) {
    throw faultOf(error) === 'unique' ? taken() : error;
  }
}

async function refuseAfterFailures(db: Db, subjects: readonly string[], allowed: number): Promise<void> {
  const now = Date.now();
  for (const subject of subjects) {
    const failures = await failuresOf(db, subject, now);
    const oldest = failures[allowed - 1];
    if (oldest === undefined) continue;
    const seconds = Math.ceil((oldest + failureWindowMs - now) / 1000);
    throw new AppError(
      'RATE_LIMITED',
      'Too many failed sign-ins; try again later',
      undefined,
      Math.max(1, seconds),
    );
  }
}

/** `client` is the caller's network address. */
export async function signInUser(
  { db, config }: Services,
  key: Uint8Array,
  { email, password }: { email: string; password: string },
  client: string,
): Promise<SignedIn> {
  const address = `address:${hashToken(email.toLowerCase())}`;
  const subjects = [address, `client:${client}`];
  await refuseAfterFailures(db, subjects, config.signInFailures);
  const user = await userByEmail(db, email);
  const verified = await verifyPassword(password, user?.passwordHash ?? null);
  if (!user || !verified) {
    await recordFailure(db, subjects, Date.now());
    throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
  }
  await clearFailures(db, address);
  return startSession(db, key, user);
}

const ended = () => new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');

/**
 * A token may be used again until the one that it was exchanged for is used. After that it counts as stolen,
 * and the whole session ends (OAuth 2.0 Security Best Current Practice, refresh token rotation).
 */
export async function refreshSession(db: Db, key: Uint8Array, refreshToken: string): Promise<Tokens> {
  const tokens = await db.transaction().execute(async (tx): Promise<Tokens | 'stolen'> => {
    const known = await findRefreshToken(tx, hashToken(refreshToken));
    if (!known) throw new AppError('UNAUTHORIZED', 'The refresh token is not valid');
    const session = await findSession(tx, known.sessionId);
    const now = Date.now();
    if (!session || session.endedAt !== null || known.expiresAt < now) throw ended();
    if (known.generation < session.generation) {
      await endSession(tx, session.id);
      return 'stolen';
    }
    await advanceSession(tx, session.id, known.generation);
    return issueTokens(tx, key, session.user, session.id, known.generation + 1);
  });
  if (tokens === 'stolen') throw ended();
  return tokens;
}
