import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { v7 as uuid } from 'uuid';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { type UserRow, userByEmail } from './accounts.ts';
import { deleteExpiredTokens } from './one-time-tokens.ts';
import { deleteExpiredChallenges } from './challenges.ts';
import { voidPending } from './pending.ts';
import type { Origin } from './principal.ts';
import { deleteOldFailures } from './sign-in-failures.ts';
import { refreshTokenMs } from './tokens.ts';

export interface Session extends Pick<
  Schema['sessions'],
  'id' | 'generation' | 'endedAt' | 'expiresAt' | 'confirmedAt' | 'lastSeenAt'
> {
  user: UserRow;
}

/** A session with its user, or null. */
export async function findSession(db: Db, id: string): Promise<Session | null> {
  const session = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!session) return null;
  const user = await db.selectFrom('users').selectAll().where('id', '=', session.userId).executeTakeFirst();
  return user ? { ...session, user } : null;
}

/** Throws TOKEN_EXPIRED unless the session goes on and is this person's. */
export function expectSession(session: Session | null, userId: string): Session {
  const isOver = session?.endedAt !== null || session.user.disabledAt !== null;
  if (isOver || session.user.id !== userId)
    throw new AppError('TOKEN_EXPIRED', 'The session has ended; sign in again');
  return session;
}

/** Creates a session at sign-in, which counts as a confirmation. `client` is a fingerprint of the client's network. */
export async function insertSession(
  tx: Tx,
  userId: string,
  client: string,
  { address, client: userAgent }: Origin,
): Promise<string> {
  const now = nextTime();
  const id = uuid();
  const session = {
    id,
    userId,
    generation: 0,
    createdAt: now,
    expiresAt: now + refreshTokenMs,
    endedAt: null,
    client,
    address,
    userAgent,
    lastSeenAt: now,
    confirmedAt: now,
  };
  await tx.insertInto('sessions').values(session).execute();
  return id;
}

/** A person's sessions that have not ended, the last used first. */
export const listSessions = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'address', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .limit(serverLimits.sessions)
    .execute();

/** Whether the session is this person's and has not ended. */
export const isSessionOf = async (db: Db, id: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Records when and from where a session was last used. */
export async function touchSession(
  db: Db,
  id: string,
  { address, client: userAgent }: Origin,
  lastSeenAt: number,
): Promise<void> {
  await db.updateTable('sessions').set({ address, userAgent, lastSeenAt }).where('id', '=', id).execute();
}

/** Records that the person has proved their identity. */
export async function confirmSession(db: Db, id: string, confirmedAt: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmedAt }).where('id', '=', id).execute();
}

export async function endSession(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ endedAt: nextTime() })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
  await tx.deleteFrom('refresh_tokens').where('sessionId', '=', id).execute();
}

/** Ends a person's sessions except one, if given, and voids what any of them began; returns how many. */
export async function endSessionsOf(tx: Tx, userId: string, but: string | null): Promise<number> {
  const sessions = await tx
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('id', '!=', but ?? '')
    .execute();
  for (const { id } of sessions) await endSession(tx, id);
  await voidPending(tx, userId);
  return sessions.length;
}

/** Ends all sessions with their confirmations, and clears their client fingerprints, whose key is being replaced. */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.updateTable('sessions').set({ client: null, confirmedAt: 0 }).execute();
  await tx.updateTable('sessions').set({ endedAt: nextTime() }).where('endedAt', 'is', null).execute();
  await tx.deleteFrom('refresh_tokens').execute();
}

/** Serialises the refreshes of a session. */
export async function lockSession(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('sessions').set({ id }).where('id', '=', id).execute();
}

/** Advances the session's generation to that of the token used. */
export async function advanceSession(tx: Tx, id: string, generation: number): Promise<void> {
  const expiresAt = nextTime() + refreshTokenMs;
  await tx.updateTable('sessions').set({ generation, expiresAt }).where('id', '=', id).execute();
}

export async function insertRefreshToken(
  tx: Tx,
  sessionId: string,
  generation: number,
  hash: string,
): Promise<void> {
  const expiresAt = nextTime() + refreshTokenMs;
  await tx
    .insertInto('refresh_tokens')
    .values({ hash, sessionId, generation, expiresAt, voidAt: null })
    .execute();
}

/** Voids all tokens of a session except the one used. */
export async function voidOtherTokens(
  tx: Tx,
  sessionId: string,
  hash: string,
  voidAt: number,
): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ voidAt })
    .where('sessionId', '=', sessionId)
    .where('hash', '!=', hash)
    .where('voidAt', 'is', null)
    .execute();
}

export const findRefreshToken = (tx: Tx, hash: string) =>
  tx.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();

/**
 * Longer than a clock is likely to be ahead, so that sessions which a wrong clock considers expired survive until it is
 * corrected.
 */
const keptMs = 400 * 86_400_000;

/**
 * Deletes what expired long ago. Void tokens, and unused successors in a living session, go as soon as they expire:
 * nobody would continue with them.
 */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .where('expiresAt', '<', now)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('expiresAt', '<', now - keptMs),
        eb('voidAt', 'is not', null),
        exists(
          selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.id', '=', 'refresh_tokens.sessionId')
            .whereRef('sessions.generation', '<', 'refresh_tokens.generation')
            .where('sessions.expiresAt', '>=', now),
        ),
      ]),
    )
    .execute();
  await db
    .deleteFrom('sessions')
    .where('expiresAt', '<', now - keptMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refresh_tokens').select('hash').whereRef('sessionId', '=', 'sessions.id'))),
    )
    .execute();
  await db
    .deleteFrom('api_tokens')
    .where('expiresAt', '<', now - keptMs)
    .execute();
  await deleteExpiredTokens(db, now);
  await deleteExpiredChallenges(db, now);
  await deleteOldFailures(db, now);
}

/** Whether this account has an unexpired session that began from this client. */
export async function hasSignedInFrom(db: Db, email: string, client: string): Promise<boolean> {
  const user = await userByEmail(db, email);
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', user?.id ?? '')
    .where('client', '=', client)
    .where('expiresAt', '>', Date.now())
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}
