import { limits } from '@quartermaster/contract/rules/limits';
import type { Db, Tx } from '../db/schema.ts';
import { hashToken } from './tokens.ts';

/** What was begun: a sign-in that waits for its second factor, a passkey's making or use, a visit to the provider. */
export type ChallengeKind = 'second-factor' | 'passkey' | 'new-passkey' | 'oidc';

/** Remembers what was begun; only a hash of `secret` is stored. */
export async function beginChallenge(
  db: Db | Tx,
  kind: ChallengeKind,
  secret: string,
  userId: string | null,
): Promise<void> {
  const now = Date.now();
  const expiresAt = now + limits.challengeMinutes * 60_000;
  const row = { id: hashToken(secret), kind, userId, attempts: 0, createdAt: now, expiresAt };
  await (db as Db).insertInto('challenges').values(row).execute();
}

const standing = (kind: ChallengeKind, secret: string) => {
  const now = Date.now();
  return { id: hashToken(secret), kind, now, earliest: now - limits.challengeMinutes * 60_000 };
};

/** Finishes what was begun, once; undefined if there is no such thing, or no longer. */
export function finishChallenge(
  db: Db | Tx,
  kind: ChallengeKind,
  secret: string,
): Promise<{ userId: string | null } | undefined> {
  const { id, now, earliest } = standing(kind, secret);
  return (
    (db as Db)
      .deleteFrom('challenges')
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('expiresAt', '>', now)
      // Unless a clock that has been corrected since made it.
      .where('createdAt', '>', earliest)
      .returning('userId')
      .executeTakeFirst()
  );
}

/** Counts an attempt to finish, of which there are only a few; undefined if there is none left. */
export function attemptChallenge(
  db: Db | Tx,
  kind: ChallengeKind,
  secret: string,
): Promise<{ userId: string | null } | undefined> {
  const { id, now, earliest } = standing(kind, secret);
  return (db as Db)
    .updateTable('challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('attempts', '<', limits.wrongCodes)
    .where('expiresAt', '>', now)
    .where('createdAt', '>', earliest)
    .returning('userId')
    .executeTakeFirst();
}

export async function deleteExpiredChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('challenges').where('expiresAt', '<', now).execute();
}
