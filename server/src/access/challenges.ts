import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Db } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

/**
 * What waits to be completed: a sign-in for its second factor, the creation or use of a passkey, a visit to the
 * identity provider.
 */
export type ChallengeKind = 'second-factor' | 'passkey' | 'new-passkey' | 'oidc';

/** Stores a challenge, with only a hash of `secret`. */
export async function beginChallenge(
  db: Db,
  kind: ChallengeKind,
  secret: string,
  userId: string | null,
): Promise<void> {
  const now = Date.now();
  const expiresAt = now + serverLimits.challengeMinutes * 60_000;
  const row = { id: hashToken(secret), kind, userId, attempts: 0, createdAt: now, expiresAt };
  await db.insertInto('challenges').values(row).execute();
}

/** One that expires later than this was made by a clock that was wrong; servers' clocks may differ by as much as it lives. */
const validNow = (kind: ChallengeKind, secret: string) => {
  const now = Date.now();
  return { id: hashToken(secret), kind, now, latest: now + 2 * serverLimits.challengeMinutes * 60_000 };
};

/** Takes a challenge, which works once; undefined if it does not exist or has expired. */
export function finishChallenge(
  db: Db,
  kind: ChallengeKind,
  secret: string,
): Promise<{ userId: string | null } | undefined> {
  const { id, now, latest } = validNow(kind, secret);
  return db
    .deleteFrom('challenges')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', latest)
    .returning('userId')
    .executeTakeFirst();
}

/** Counts an attempt at a challenge; undefined once all attempts are used up. */
export function attemptChallenge(
  db: Db,
  kind: ChallengeKind,
  secret: string,
): Promise<{ userId: string | null } | undefined> {
  const { id, now, latest } = validNow(kind, secret);
  return db
    .updateTable('challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('attempts', '<', serverLimits.wrongCodes)
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', latest)
    .returning('userId')
    .executeTakeFirst();
}

export async function deleteExpiredChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('challenges').where('expiresAt', '<', now).execute();
}
