import { countCalendarsOf, endCalendarsOf } from '../../access/calendars.ts';
import { type UserRow, userById } from '../../access/accounts.ts';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { endAccess } from '../../access/end-access.ts';
import { resetNotice } from '../../mail/mail-texts.ts';
import { findMembership } from '../../access/memberships.ts';
import { takeToken } from '../../access/one-time-tokens.ts';
import { hashPassword } from '../../access/passwords.ts';
import { voidPending } from '../../access/pending.ts';
import type { Origin } from '../../access/principal.ts';
import { endSession, endSessionsOf, isSessionOf } from '../../access/sessions.ts';
import type { Db } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { nextTime } from '../../lib/clock.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import type { Services } from '../../services.ts';

interface Change {
  name?: string | null | undefined;
  defaultWorkspaceId?: string | undefined;
}

/** Changes the given fields of a person's own account. */
export function changeUser(db: Db, sender: Person, { name, defaultWorkspaceId }: Change): Promise<UserRow> {
  return asSender(db, sender, async (tx, { user: { id } }) => {
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

/** Replaces a forgotten password by a mailed link; false if the link is not valid. */
export const replacePassword = (
  { db, outbox }: Services,
  token: string,
  passwordHash: string,
  origin: Origin,
): Promise<boolean> =>
  transaction(db, async (tx) => {
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
    await outbox.add(tx, null, [resetNotice(user.email)]);
    return true;
  });

/** Changes the password after checking the current one. The person's other sessions end, and what waits is void. */
export async function changePassword(
  db: Db,
  sender: Person,
  { current, next }: { current: string; next: string },
): Promise<void> {
  if (next === current) throw invalid({ next: 'The new password is the current one' });
  const passwordHash = await hashPassword(next);
  await asSender(db, sender, async (tx, { principal, user, origin }) => {
    await tx
      .updateTable('users')
      .set({ passwordHash, updatedAt: nextTime() })
      .where('id', '=', user.id)
      .execute();
    const sessions = await endSessionsOf(tx, user.id, principal.id);
    await audit(tx, { action: 'password.changed', actor: user, origin, details: { sessions } });
  });
}

/** Ends one of a person's sessions, and voids what it may have begun. */
export async function endOwnSession(db: Db, sender: Person, id: string): Promise<void> {
  await asSender(db, sender, async (tx, { user, origin }) => {
    if (!(await isSessionOf(tx, id, user.id))) throw notFound('session');
    await endSession(tx, id);
    await voidPending(tx, user.id);
    await audit(tx, { action: 'session.ended', actor: user, origin, details: { sessions: 1 } });
  });
}

/**
 * Ends all of a person's sessions except the current one, and voids what they may have begun; if asked to, the addresses
 * of their calendars too. Returns how many sessions, and how many addresses are left.
 */
export function endOtherSessions(
  db: Db,
  sender: Person,
  { andCalendars }: { andCalendars: boolean } = { andCalendars: false },
): Promise<{ ended: number; calendars: number }> {
  return asSender(db, sender, async (tx, { principal, user, origin }) => {
    const sessions = await endSessionsOf(tx, user.id, principal.id);
    if (sessions > 0)
      await audit(tx, { action: 'session.ended', actor: user, origin, details: { sessions } });
    if (andCalendars) await endCalendarsOf(tx, user.id, null);
    return { ended: sessions, calendars: await countCalendarsOf(tx, user.id) };
  });
}
