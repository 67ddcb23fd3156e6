import type { Member, Scope } from '@quartermaster/contract/members/members.schema';
import { type Role, isUnrestricted, may } from '@quartermaster/contract/api/permissions';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { endTokensOf } from '../../access/api-tokens.ts';
import { endCalendarsOf } from '../../access/calendars.ts';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { voidInvitations } from '../../access/invitations.ts';
import { deleteMembership, lockWorkspace, rightsOf } from '../../access/memberships.ts';
import { hasFactor } from '../../access/second-factors.ts';
import { permit } from '../../access/permit.ts';
import type { Db, Flag, Tx } from '../../db/schema.ts';
import { iso } from '../../lib/clock.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { keepAWorkspace } from './workspaces.service.ts';

/** The members of a workspace with their stored rights. */
const membersOf = (db: Db, workspaceId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['userId', 'email', 'name', 'memberships.role', 'secrets', 'scope', 'memberships.createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .select(({ fn }) => fn.max('lastSeenAt').as('at'))
        .whereRef('sessions.userId', '=', 'users.id')
        .as('lastSeenAt'),
    )
    .select((eb) => eb.case().when(hasFactor()).then(1).else(0).end().as('factor'))
    .where('memberships.workspaceId', '=', workspaceId);
type Row = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>;

/**
 * Hides what only managers may see of another member: last use, second factor, and individual rights. A scope names
 * tags of records that other members don't see.
 */
function shown(
  { userId, email, name, createdAt, lastSeenAt, factor, ...stored }: Row,
  { user, membership }: Caller,
): Member {
  const manages = may(membership, 'manage');
  const rights = rightsOf(stored);
  const isKnown = manages || userId === user.id || isUnrestricted(rights.role);
  return {
    userId,
    email,
    name,
    role: rights.role,
    joinedAt: iso(createdAt),
    secrets: isKnown ? rights.secrets : null,
    scope: isKnown ? rights.scope : null,
    lastSeenAt: manages && lastSeenAt !== null ? iso(Number(lastSeenAt)) : null,
    secondFactor: manages ? Number(factor) === 1 : null,
  };
}

export async function listMembers(db: Db, caller: Caller): Promise<Member[]> {
  const rows = await membersOf(db, caller.owner.id).orderBy('emailKey').limit(serverLimits.members).execute();
  return rows.map((row) => shown(row, caller));
}

async function memberOf(tx: Tx, { owner }: Caller, userId: string): Promise<Row> {
  const row = await membersOf(tx, owner.id).where('userId', '=', userId).executeTakeFirst();
  if (!row) throw notFound('member');
  return row;
}

/** Only owners add and remove owners. */
const permitFor = (caller: Caller, ...touched: Role[]): void =>
  permit(caller, touched.includes('OWNER') ? 'own' : 'manage');

/** Throws if the change would leave the workspace without an owner. */
async function keepAnOwner(tx: Tx, { owner }: Caller, userId: string): Promise<void> {
  const other = await tx
    .selectFrom('memberships')
    .select('userId')
    .where('workspaceId', '=', owner.id)
    .where('role', '=', 'OWNER')
    .where('userId', '!=', userId)
    .executeTakeFirst();
  if (!other) throw new AppError('CONFLICT', 'A workspace needs an owner; make another member one first');
}

interface Change {
  role?: Role | undefined;
  secrets?: boolean | undefined;
  scope?: Scope | undefined;
}

/** The errors of rights that this role can't have. */
export function rightsErrors(role: Role, { secrets, scope = [] }: Change): Record<string, string> {
  if (!isUnrestricted(role)) return {};
  return {
    ...(secrets === false && { secrets: 'Admins and owners always read secrets' }),
    ...(scope.length > 0 && { scope: 'Only viewers and editors can have a scope' }),
  };
}

export function changeMember(db: Db, sender: Caller, userId: string, change: Change): Promise<Member> {
  const act = async (tx: Tx, caller: Caller) => {
    await lockWorkspace(tx, caller.owner.id);
    const before = rightsOf(await memberOf(tx, caller, userId));
    const role = change.role ?? before.role;
    if (role !== before.role) {
      permitFor(caller, role, before.role);
      if (before.role === 'OWNER') await keepAnOwner(tx, caller, userId);
    }
    refuse(rightsErrors(role, change));
    await voidInvitations(tx, userId, caller.owner.id);
    const scope = isUnrestricted(role) ? [] : change.scope;
    const fields = {
      role,
      ...(change.secrets !== undefined && { secrets: Number(change.secrets) as Flag }),
      ...(scope !== undefined && { scope: JSON.stringify(scope) }),
    };
    await tx
      .updateTable('memberships')
      .set(fields)
      .where('workspaceId', '=', caller.owner.id)
      .where('userId', '=', userId)
      .execute();
    await voidInvitations(tx, userId, caller.owner.id);
    const row = await memberOf(tx, caller, userId);
    const details = { before, after: rightsOf(row) };
    await auditBy(tx, caller, { action: 'member.changed', subject: row.email, details });
    return shown(row, caller);
  };
  return asSender(db, sender, act, [userId]);
}

/** Removes a member; members may also remove themselves. */
export function removeMember(db: Db, sender: Caller, userId: string): Promise<{ userId: string }> {
  const isLeaving = userId === sender.user.id;
  const act = async (tx: Tx, caller: Caller) => {
    if (!isLeaving) permit(caller, 'manage');
    await lockWorkspace(tx, caller.owner.id);
    const { role: stored, secrets, scope, email } = await memberOf(tx, caller, userId);
    const rights = rightsOf({ role: stored, secrets, scope });
    if (!isLeaving) permitFor(caller, rights.role);
    if (rights.role === 'OWNER') await keepAnOwner(tx, caller, userId);
    if (isLeaving) await keepAWorkspace(tx, userId);
    await endTokensOf(tx, userId, caller.owner.id);
    await endCalendarsOf(tx, userId, caller.owner.id);
    await deleteMembership(tx, caller.owner.id, userId);
    await voidInvitations(tx, userId, caller.owner.id);
    const action = isLeaving ? 'member.left' : 'member.removed';
    await auditBy(tx, caller, { action, subject: email, details: { userId, ...rights } });
    return { userId };
  };
  return asSender(db, sender, act, [userId]);
}
