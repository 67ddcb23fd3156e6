import { limits } from '@quartermaster/contract/rules/limits';
import { type UserRow, addressTaken, emailKeyOf, userByEmail, userById } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { endAccess } from '../../access/end-access.ts';
import { addressMail, addressNotice, resetNotice } from '../../access/mail-texts.ts';
import { findMembership } from '../../access/memberships.ts';
import { deleteTokens, issueToken, lifeMs, linkTo, takeToken } from '../../access/one-time-tokens.ts';
import { hashPassword } from '../../access/passwords.ts';
import type { Origin } from '../../access/principal.ts';
import { endSession, endSessionsOf, isSessionOf } from '../../access/sessions.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';

interface Change {
  name?: string | null | undefined;
  defaultWorkspaceId?: string | undefined;
}

/** Changes the given fields of a person's own account. */
export function changeUser(db: Db, id: string, { name, defaultWorkspaceId }: Change): Promise<UserRow> {
  return db.transaction().execute(async (tx) => {
    if (defaultWorkspaceId !== undefined && !(await findMembership(tx, defaultWorkspaceId, id)))
      throw invalid({ defaultWorkspaceId: 'Workspace not found' });
    return tx
      .updateTable('users')
      .set({
        ...(name !== undefined && { name: name === '' ? null : name }),
        ...(defaultWorkspaceId !== undefined && { workspaceId: defaultWorkspaceId }),
        updatedAt: nextTime(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

async function writeAddress(
  tx: Tx,
  user: Pick<UserRow, 'id' | 'name' | 'email'>,
  email: string,
  origin: Origin,
) {
  await tx
    .updateTable('users')
    .set({ email, emailKey: emailKeyOf(email), updatedAt: nextTime() })
    .where('id', '=', user.id)
    .execute();
  // Reset links that went to the old address are void.
  await deleteTokens(tx, 'reset', user.id);
  const details = { from: user.email, to: email };
  await audit(tx, { action: 'address.changed', actor: user, origin, subject: email, details });
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw faultOf(error) === 'unique' ? addressTaken() : error;
  }
}

/**
 * Changes a person's address, which no other account may have: through a mailed link where mail is set up, else at
 * once.
 */
export async function changeAddress(
  { db, outbox, config }: Services,
  { user, origin }: Pick<Person, 'user' | 'origin'>,
  email: string,
): Promise<void> {
  const other = await userByEmail(db, email);
  if (other && other.id !== user.id) throw addressTaken();
  await unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      if (!outbox.isOpen) return writeAddress(tx, user, email, origin);
      const token = await issueToken(tx, { purpose: 'address', userId: user.id, email });
      const until = Date.now() + lifeMs.address;
      await outbox.add(tx, addressMail(email, linkTo(config.publicUrl, 'address', token)), until);
      await outbox.add(tx, addressNotice(user.email, email), until);
    }),
  );
}

/** Confirms a new address by a mailed link and returns it; null if the link is not valid. */
export const confirmAddress = (db: Db, token: string, origin: Origin): Promise<string | null> =>
  unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      const taking = await takeToken(tx, 'address', token);
      const user = taking && (await userById(tx, taking.userId));
      if (!user || taking.email === null) return null;
      await writeAddress(tx, user, taking.email, origin);
      return taking.email;
    }),
  );

/** Replaces a forgotten password by a mailed link; false if the link is not valid. */
export const replacePassword = (
  { db, outbox }: Services,
  token: string,
  passwordHash: string,
  origin: Origin,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const taking = await takeToken(tx, 'reset', token);
    const user = taking && (await userById(tx, taking.userId));
    if (!user) return false;
    await tx
      .updateTable('users')
      .set({ passwordHash, updatedAt: nextTime() })
      .where('id', '=', user.id)
      .execute();
    await endAccess(tx, user.id);
    await audit(tx, { action: 'password.reset', actor: user, origin });
    await outbox.add(tx, resetNotice(user.email), Date.now() + limits.addressHours * 3_600_000);
    return true;
  });

/** Changes the password after checking the current one. The person's other sessions end. */
export async function changePassword(
  db: Db,
  { principal, user, origin }: Person,
  { current, next }: { current: string; next: string },
): Promise<void> {
  if (next === current) throw invalid({ next: 'The new password is the current one' });
  const passwordHash = await hashPassword(next);
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ passwordHash, updatedAt: nextTime() })
      .where('id', '=', user.id)
      .execute();
    await deleteTokens(tx, 'reset', user.id);
    const sessions = await endSessionsOf(tx, user.id, principal.id);
    await audit(tx, { action: 'password.changed', actor: user, origin, details: { sessions } });
  });
}

export async function endOwnSession(db: Db, { user, origin }: Person, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await isSessionOf(tx, id, user.id))) throw notFound('session');
    await endSession(tx, id);
    await audit(tx, { action: 'session.ended', actor: user, origin, details: { sessions: 1 } });
  });
}

/** Ends all of a person's sessions except the current one; returns how many. */
export function endOtherSessions(db: Db, { principal, user, origin }: Person): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const sessions = await endSessionsOf(tx, user.id, principal.id);
    if (sessions > 0)
      await audit(tx, { action: 'session.ended', actor: user, origin, details: { sessions } });
    return sessions;
  });
}
