import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { lockPerson } from './second-factors.ts';
import { hashToken, newRefreshToken } from './tokens.ts';

type Row = Schema['one_time_tokens'];
/** The purpose of a mailed link: to replace a forgotten password, to confirm a new address, or to void that change. */
export type Purpose = 'reset' | 'address' | 'void-address';

/** How long a token can be used. */
const lifeMs = {
  reset: limits.resetMinutes * 60_000,
  address: serverLimits.addressHours * 3_600_000,
  'void-address': serverLimits.addressHours * 3_600_000,
} satisfies Record<Purpose, number>;

/**
 * Creates a token, stores only its hash, and replaces the person's earlier token for the same purpose. Those that void
 * a change stay: whichever notice the person opens, its link voids the change that is pending then.
 */
export async function issueToken(
  tx: Tx,
  { purpose, userId, email }: Pick<Row, 'userId' | 'email'> & { purpose: Purpose },
): Promise<string> {
  if (purpose !== 'void-address') await deleteTokens(tx, userId, [purpose]);
  const token = newRefreshToken();
  const expiresAt = Date.now() + lifeMs[purpose];
  await tx
    .insertInto('one_time_tokens')
    .values({ hash: hashToken(token), purpose, userId, email, expiresAt })
    .execute();
  return token;
}

/** Begins the life of a token anew when its link is mailed; false if it was voided while the mail waited. */
export async function beginToken(db: Db, token: string): Promise<boolean> {
  const hash = hashToken(token);
  const found = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!found) return false;
  const expiresAt = Date.now() + lifeMs[found.purpose as Purpose];
  const begun = db.updateTable('one_time_tokens').set({ expiresAt }).where('hash', '=', hash);
  return (await begun.executeTakeFirst()).numUpdatedRows > 0n;
}

/** One that expires later than a token can was made by a clock that was wrong; servers' clocks may differ by as much as it lives. */
const standing = (db: Db, purpose: Purpose, now = Date.now()) =>
  db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .where('expiresAt', '<=', now + 2 * lifeMs[purpose]);

export const findToken = (db: Db, purpose: Purpose, token: string): Promise<Row | undefined> =>
  standing(db, purpose).where('hash', '=', hashToken(token)).executeTakeFirst();

/** Takes a token, which works once, and locks its person; undefined if it is unknown or has expired. */
export async function takeToken(tx: Tx, purpose: Purpose, token: string): Promise<Row | undefined> {
  const found = await findToken(tx, purpose, token);
  if (!found) return undefined;
  await lockPerson(tx, found.userId);
  const { numDeletedRows } = await tx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', found.hash)
    .executeTakeFirst();
  return numDeletedRows === 1n ? found : undefined;
}

/** The new address that a person has yet to confirm. */
export const pendingAddress = async (db: Db, userId: string): Promise<string | null> =>
  (await standing(db, 'address').where('userId', '=', userId).executeTakeFirst())?.email ?? null;

export async function deleteTokens(tx: Tx, userId: string, purposes: readonly Purpose[]): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

export async function deleteExpiredTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expiresAt', '<=', now).execute();
}

/**
 * The token is in the fragment, which browsers send to no server; the host is the configured one, never the Host
 * header.
 */
export const linkTo = (publicUrl: string, page: string, token: string): string =>
  `${publicUrl}/${page}#token=${token}`;
