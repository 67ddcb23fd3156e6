import type { Identity } from '@quartermaster/contract/oidc/oidc.schema';
import type { Config } from '../config.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { iso, nextTime } from '../lib/clock.ts';
import { AppError, notFound } from '../lib/errors.ts';
import type { Administrator } from './administration.ts';
import { audit } from './audit.ts';
import { isIssuerOf } from './issuers.ts';
import { endSessionsOf } from './sessions.ts';
import { expectWayIn } from './ways-in.ts';

type Row = Schema['identities'];

export const shownIdentity = ({ id, issuer, createdAt, lastUsedAt }: Row): Identity => ({
  id,
  issuer,
  createdAt: iso(createdAt),
  lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
});

/** The identities of people, the first linked first. */
export async function identitiesOf(db: Db, userIds: readonly string[]): Promise<Row[]> {
  // PostgreSQL refuses an empty list.
  if (userIds.length === 0) return [];
  return db
    .selectFrom('identities')
    .selectAll()
    .where('userId', 'in', userIds)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Records a sign-in by an identity. Throws INVALID_CREDENTIALS if it has been removed since it was found. */
export async function useIdentity(tx: Tx, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ lastUsedAt: nextTime() })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new AppError('INVALID_CREDENTIALS', 'This identity no longer signs in to the account');
}

/**
 * Unlinks the identity of a person, who is locked, unless they could sign in no more. Sessions that began with it may be
 * anybody's, so all end, except `own`. Returns what the person is to be told.
 */
export async function removeIdentity(
  tx: Tx,
  config: Config,
  by: Administrator,
  { userId, id }: { userId: string; id: string },
  own: string | null,
): Promise<{ email: string; issuer: string }> {
  const user = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  if (!user) throw notFound('account');
  const row = await tx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('issuer')
    .executeTakeFirst();
  if (!row) throw notFound('identity');
  const { issuer } = row;
  if (config.oidc && isIssuerOf(config.oidc, issuer)) await expectWayIn(tx, config, userId, by);
  const sessions = await endSessionsOf(tx, userId, own);
  const details = { issuer, sessions };
  await audit(tx, { action: 'identity.removed', ...by, subject: user.email, details });
  return { email: user.email, issuer };
}
