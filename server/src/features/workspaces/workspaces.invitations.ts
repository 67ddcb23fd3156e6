import { isAtMost, type Role } from '@quartermaster/contract/api/permissions';
import type { Invitation } from '@quartermaster/contract/invitations/invitations.schema';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import { emailKeyOf, shownAddress } from '@quartermaster/contract/rules/email-address';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { v7 as uuid } from 'uuid';
import { emailKeysOf } from '../../access/accounts.ts';
import { auditBy } from '../../access/audit.ts';
import type { Caller, Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import {
  type InvitationRow,
  deleteInvitation,
  invitationFor,
  invitationOf,
  invitationMs,
  join,
} from '../../access/invitations.ts';
import { findMembership, lockWorkspace, rightsOf, roleOf } from '../../access/memberships.ts';
import { permit } from '../../access/permit.ts';
import { hashToken, newRefreshToken } from '../../access/tokens.ts';
import type { Db, Flag, Tx } from '../../db/schema.ts';
import { iso, nextTime } from '../../lib/clock.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { rightsErrors } from './workspaces.members.ts';
import { workspaceOf } from './workspaces.service.ts';

type Inviter = { name: string | null; email: string } | null;

const shown = (
  { id, email, invitedBy, createdAt, expiresAt, ...stored }: InvitationRow,
  inviter: Inviter,
): Invitation => ({
  id,
  email,
  ...rightsOf(stored),
  invitedBy: invitedBy !== null && inviter ? { userId: invitedBy, ...inviter } : null,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt),
});

const open = (db: Db, { owner }: Caller) =>
  db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitedBy')
    .selectAll('invitations')
    .select(['users.name as inviterName', 'users.email as inviterEmail'])
    .where('invitations.workspaceId', '=', owner.id)
    .where('expiresAt', '>', Date.now());

export async function listInvitations(db: Db, caller: Caller): Promise<Invitation[]> {
  const rows = await open(db, caller)
    .orderBy('invitations.createdAt', 'desc')
    .limit(serverLimits.invitations)
    .execute();
  return rows.map(({ inviterName, inviterEmail, ...row }) =>
    shown(row, inviterEmail === null ? null : { name: inviterName, email: inviterEmail }),
  );
}

interface Given {
  email: string;
  role: Role;
  secrets: boolean;
  scope: Scope;
}

/** Deletes earlier invitations to an address, which needs the role of whoever made them, or a higher one. */
async function replaceEarlier(tx: Tx, caller: Caller, address: string): Promise<void> {
  const earlier = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('workspaceId', '=', caller.owner.id)
    .where('emailKey', 'in', emailKeysOf(address))
    .execute();
  for (const invitation of earlier) {
    const { email, invitedBy } = invitation;
    const inviter = invitedBy === null ? null : await findMembership(tx, caller.owner.id, invitedBy);
    if (inviter && !isAtMost(inviter.role, caller.membership.role)) permit(caller, 'own');
    await deleteInvitation(tx, invitation);
    const details = { invitedBy, ...rightsOf(invitation) };
    await auditBy(tx, caller, { action: 'invitation.replaced', subject: email, details });
  }
}

/**
 * Creates an invitation and its token, of which only a hash is stored, and mails it where mail is set up. Replaces an
 * earlier one to the same address.
 */
export async function createInvitation(
  db: Db,
  sender: Caller,
  { email: typed, role, secrets, scope }: Given,
  tell: (tx: Tx, token: string, workspace: string) => Promise<void>,
): Promise<{ invitation: Invitation; token: string }> {
  const { owner, user } = sender;
  refuse(rightsErrors(role, { scope }));
  const email = shownAddress(typed);
  const token = newRefreshToken();
  const now = nextTime();
  const row: InvitationRow = {
    workspaceId: owner.id,
    id: uuid(),
    email,
    emailKey: emailKeyOf(email),
    role,
    secrets: Number(secrets) as Flag,
    scope: JSON.stringify(scope),
    tokenHash: hashToken(token),
    invitedBy: user.id,
    createdAt: now,
    expiresAt: now + invitationMs,
  };
  await asSender(db, sender, async (tx, caller) => {
    if (!isAtMost(role, caller.membership.role)) permit(caller, 'own');
    // Locked, so that invitations are counted one after another.
    await lockWorkspace(tx, owner.id);
    const members = await tx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.userId')
      .select('emailKey')
      .where('memberships.workspaceId', '=', owner.id)
      .execute();
    if (members.some(({ emailKey }) => emailKeysOf(email).includes(emailKey)))
      throw new AppError('CONFLICT', 'This person is already a member', {
        fields: { email: 'This person is already a member' },
      });
    await tx
      .deleteFrom('invitations')
      .where('workspaceId', '=', owner.id)
      .where('expiresAt', '<=', now)
      .execute();
    await replaceEarlier(tx, caller, email);
    const { length } = await tx
      .selectFrom('invitations')
      .select('id')
      .where('workspaceId', '=', owner.id)
      .execute();
    if (length >= serverLimits.invitations || members.length + length >= serverLimits.members)
      throw new AppError(
        'CONFLICT',
        `Maximum ${serverLimits.invitations} invitations and ${serverLimits.members} members allowed`,
      );
    await tx.insertInto('invitations').values(row).execute();
    await tell(tx, token, (await workspaceOf(tx, user.id, owner.id)).name);
    await auditBy(tx, caller, {
      action: 'invitation.created',
      subject: email,
      details: { role, secrets, scope },
    });
  });
  return { invitation: shown(row, user), token };
}

export async function removeInvitation(db: Db, sender: Caller, id: string): Promise<{ id: string }> {
  await asSender(db, sender, async (tx, caller) => {
    const removed = await tx
      .deleteFrom('invitations')
      .where('workspaceId', '=', caller.owner.id)
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirst();
    if (!removed) throw notFound('invitation');
    await auditBy(tx, caller, { action: 'invitation.removed', subject: removed.email });
  });
  return { id };
}

/** What the holder of a link is invited to. */
export async function openInvitation(db: Db, token: string) {
  const { email, role, workspaceId, invitedBy } = await invitationOf(db, token);
  const { workspace, inviterName, inviterEmail } = await db
    .selectFrom('workspaces')
    .innerJoin('users', (join) => join.on('users.id', '=', invitedBy))
    .select(['workspaces.name as workspace', 'users.name as inviterName', 'users.email as inviterEmail'])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { email, role: roleOf(role), workspace: workspace ?? '', invitedBy: inviterName ?? inviterEmail };
}

/** Adds the signed-in person to the workspace of an invitation to their address. */
export function acceptInvitation(db: Db, sender: Person, token: string): Promise<Workspace> {
  return asSender(db, sender, async (tx, { user, origin }) => {
    const invitation = await invitationFor(tx, token, user.email);
    await join(tx, invitation, user, origin);
    return workspaceOf(tx, user.id, invitation.workspaceId);
  });
}
