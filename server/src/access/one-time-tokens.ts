import type { Db, Schema, Tx } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import { hashToken, newRefreshToken } from './tokens.ts';

type Row = Schema['one_time_tokens'];
/** The purpose of a mailed link: to replace a forgotten password, or to confirm a new address. */
export type Purpose = 'reset' | 'address';

/** Creates a token, stores only its hash, and replaces the person's earlier token for the same purpose. */
export async function issueToken(
  tx: Tx,
  { purpose, userId, email }: Pick<Row, 'userId' | 'email'> & { purpose: Purpose },
  lifeMs: number,
): Promise<string> {
  await deleteTokens(tx, purpose, userId);
  const token = newRefreshToken();
  const expiresAt = nextTime() + lifeMs;
  await tx
    .insertInto('one_time_tokens')
    .values({ hash: hashToken(token), purpose, userId, email, expiresAt })
    .execute();
  return token;
}

const standing = (db: Db | Tx, purpose: Purpose) =>
  (db as Db)
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', Date.now());

export const findToken = (db: Db | Tx, purpose: Purpose, token: string): Promise<Row | undefined> =>
  standing(db, purpose).where('hash', '=', hashToken(token)).executeTakeFirst();

/** Takes a token, which works once; undefined if it is unknown or has expired. */
export async function takeToken(tx: Tx, purpose: Purpose, token: string): Promise<Row | undefined> {
  const found = await findToken(tx, purpose, token);
  if (!found) return undefined;
  const { numDeletedRows } = await tx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', found.hash)
    .executeTakeFirst();
  return numDeletedRows === 1n ? found : undefined;
}

/** The new address that a person has yet to confirm. */
export const pendingAddress = async (db: Db | Tx, userId: string): Promise<string | null> =>
  (await standing(db, 'address').where('userId', '=', userId).executeTakeFirst())?.email ?? null;

export async function deleteTokens(tx: Tx, purpose: Purpose, userId: string): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where('purpose', '=', purpose)
    .where('userId', '=', userId)
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
