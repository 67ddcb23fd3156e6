import { type UserRow, emailKeyOf, userByEmail } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { findMembership } from '../../access/memberships.ts';
import { hashPassword } from '../../access/passwords.ts';
import { endSession, endSessionsOf, isSessionOf } from '../../access/sessions.ts';
import { faultOf } from '../../db/faults.ts';
import type { Db } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { AppError, invalid, notFound } from '../../lib/errors.ts';

interface Change {
  name?: string | null | undefined;
  defaultWorkspaceId?: string | undefined;
}

/** Changes what is sent of a person's own account. */
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

const taken = () =>
  new AppError('CONFLICT', 'An account with this email already exists', {
    fields: { email: 'An account with this email already exists' },
  });

/** Gives a person another address, which nobody else may have. */
export async function changeAddress(
  db: Db,
  { user, origin }: Pick<Person, 'user' | 'origin'>,
  email: string,
): Promise<void> {
  const other = await userByEmail(db, email);
  if (other && other.id !== user.id) throw taken();
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ email, emailKey: emailKeyOf(email), updatedAt: nextTime() })
        .where('id', '=', user.id)
        .execute();
      const details = { from: user.email, to: email };
      await audit(tx, { action: 'address.changed', actor: user, origin, subject: email, details });
    });
  } catch (error) {
    throw faultOf(error) === 'unique' ? taken() : error;
  }
}

/** Gives a person another password, once the current one is known to be theirs. Their other sessions end. */
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

/** Ends a person's sessions but the one that asks; returns how many. */
export function endOtherSessions(db: Db, { principal, user, origin }: Person): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const sessions = await endSessionsOf(tx, user.id, principal.id);
    if (sessions > 0)
      await audit(tx, { action: 'session.ended', actor: user, origin, details: { sessions } });
    return sessions;
  });
}
