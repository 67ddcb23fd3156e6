import { isAtMost, may } from '@quartermaster/contract/api/permissions';
import { emailKeyOf } from '@quartermaster/contract/rules/email-address';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import { nextTime } from '../lib/clock.ts';
import { type UserRow, userById } from './accounts.ts';
import { audit } from './audit.ts';
import type { Origin } from './principal.ts';
import { findMembership, insertMembership, lockWorkspace, rightsOf, roleOf } from './memberships.ts';
import { hashToken } from './tokens.ts';

export type InvitationRow = Schema['invitations'];

/** How long an invitation can be accepted. */
export const invitationMs = limits.invitationDays * 86_400_000;

const notValid = () => new AppError('NOT_FOUND', 'The invitation is not valid any more');

/** Whether the inviter would still be allowed to make this invitation. */
async function isStillValid(db: Db, { workspaceId, invitedBy, role }: InvitationRow): Promise<boolean> {
  if (invitedBy === null || !(await userById(db, invitedBy))) return false;
  const inviter = await findMembership(db, workspaceId, invitedBy);
  return inviter !== null && may(inviter, 'manage') && isAtMost(roleOf(role), inviter.role);
}

/**
 * Deletes the invitations that their inviter might not make now: void is final, so an inviter who comes back or rises
 * again revives none. Called before rights are given and after they are taken away.
 */
export async function voidInvitations(tx: Tx, inviter: string, workspaceId: string | null): Promise<void> {
  let made = tx.selectFrom('invitations').selectAll().where('invitedBy', '=', inviter);
  if (workspaceId !== null) made = made.where('workspaceId', '=', workspaceId);
  for (const invitation of await made.execute()) {
    if (await isStillValid(tx, invitation)) continue;
    await deleteInvitation(tx, invitation);
    await audit(tx, {
      action: 'invitation.removed',
      workspaceId: invitation.workspaceId,
      actor: null,
      origin: null,
      subject: invitation.email,
      details: { invitedBy: inviter },
    });
  }
}

/** Returns whether it still existed. */
export async function deleteInvitation(
  tx: Tx,
  { workspaceId, id }: Pick<InvitationRow, 'workspaceId' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The invitation that a token opens; every failure is the same NOT_FOUND. */
export async function invitationOf(db: Db, token: string): Promise<InvitationRow> {
  const found = await db
    .selectFrom('invitations')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  if (!found || found.expiresAt <= Date.now() || !(await isStillValid(db, found))) throw notValid();
  return found;
}

/** The same for the person with this address. */
export async function invitationFor(db: Db, token: string, email: string): Promise<InvitationRow> {
  const found = await invitationOf(db, token);
  if (emailKeyOf(found.email) !== emailKeyOf(email)) throw notValid();
  return found;
}

/** Begins the life of an invitation anew when its link is mailed; false if it was withdrawn while the mail waited. */
export async function beginInvitation(db: Db, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ expiresAt: Date.now() + invitationMs })
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a person a member through an invitation, and deletes the invitation. */
export async function join(
  tx: Tx,
  { id, workspaceId, invitedBy, ...given }: InvitationRow,
  user: UserRow,
  origin: Origin,
): Promise<void> {
  await lockWorkspace(tx, workspaceId);
  if (!(await deleteInvitation(tx, { workspaceId, id }))) throw notValid();
  if (await findMembership(tx, workspaceId, user.id))
    throw new AppError('CONFLICT', 'You are already a member of this workspace');
  await voidInvitations(tx, user.id, workspaceId);
  const rights = rightsOf(given);
  await insertMembership(tx, { workspaceId, ...rights, secrets: given.secrets === 1 }, user.id, nextTime());
  const details = { ...rights, invitedBy };
  await audit(tx, {
    action: 'member.joined',
    workspaceId,
    actor: user,
    origin,
    subject: user.email,
    details,
  });
}
