import { type Role, isUnrestricted, may, roles } from '@quartermaster/contract/api/permissions';
import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { Selectable } from 'kysely';
import { type Db, type Flag, type Schema, type Tx, globalOwner } from '../db/schema.ts';

/** A person's part in a workspace. */
export interface Membership {
  workspaceId: string;
  role: Role;
  /** Whether the member reads secrets, by role or individually. */
  secrets: boolean;
  /** The tags of the records that the member sees; empty: every record. */
  scope: Scope;
}

export const roleOf = (stored: string): Role => {
  const role = roles.find((each) => each === stored);
  if (!role) throw new Error(`Unknown role ${stored}`);
  return role;
};

/** The stored rights of a member, an invitation or a token. */
type Stored = Pick<Selectable<Schema['memberships']>, 'role' | 'secrets' | 'scope'>;

/** The effective rights: a scope does not apply to admins and owners, who always read secrets. */
export function rightsOf({ role: stored, secrets, scope }: Stored): Omit<Membership, 'workspaceId'> {
  const role = roleOf(stored);
  return {
    role,
    secrets: may({ role, secrets: secrets === 1 }, 'secrets'),
    scope: isUnrestricted(role) ? [] : (JSON.parse(scope) as Scope),
  };
}

export async function findMembership(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<(Membership & { requireSecondFactor: boolean }) | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspaceId')
    .select(['role', 'secrets', 'scope', 'requireSecondFactor'])
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? { workspaceId, ...rightsOf(row), requireSecondFactor: row.requireSecondFactor === 1 } : null;
}

/** Adds a member; drops the scope of an admin or owner. */
export async function insertMembership(
  tx: Tx,
  { workspaceId, role, secrets, scope }: Membership,
  userId: string,
  now: number,
): Promise<void> {
  const row = {
    workspaceId,
    userId,
    role,
    createdAt: now,
    secrets: Number(secrets) as Flag,
    scope: JSON.stringify(isUnrestricted(role) ? [] : scope),
  };
  await tx.insertInto('memberships').values(row).execute();
}

/** Serialises changes of a workspace's members and owners. */
export async function lockWorkspace(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('workspaces').set({ id }).where('id', '=', id).execute();
}

/**
 * Ends a membership. The member's API tokens go by a foreign key. If the workspace was their default, the oldest other
 * one takes its place.
 */
export async function deleteMembership(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .execute();
  for (const table of ['saved_views', 'imports', 'import_mappings', 'import_picks'] as const)
    await tx
      .deleteFrom(table as 'saved_views')
      .where('ownerId', '=', workspaceId)
      .where('userId', '=', userId)
      .execute();
  const other = await tx
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspaceId')
    .select('workspaceId')
    .where('userId', '=', userId)
    .orderBy('workspaces.createdAt')
    .orderBy('workspaceId')
    .executeTakeFirst();
  await tx
    .updateTable('users')
    .set({ workspaceId: other?.workspaceId ?? globalOwner })
    .where('id', '=', userId)
    .where('workspaceId', '=', workspaceId)
    .execute();
}
