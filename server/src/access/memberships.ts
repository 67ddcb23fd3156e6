import { type Role, roles } from '@quartermaster/contract/api/permissions';
import type { Db, Tx } from '../db/schema.ts';

/** A person's part in a workspace. */
export interface Membership {
  workspaceId: string;
  role: Role;
}

const roleOf = (stored: string): Role => {
  const role = roles.find((each) => each === stored);
  if (!role) throw new Error(`Unknown role ${stored}`);
  return role;
};

export async function findMembership(
  db: Db | Tx,
  workspaceId: string,
  userId: string,
): Promise<Membership | null> {
  const row = await (db as Db)
    .selectFrom('memberships')
    .select('role')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? { workspaceId, role: roleOf(row.role) } : null;
}

export async function insertMembership(
  tx: Tx,
  { workspaceId, role }: Membership,
  userId: string,
  now: number,
): Promise<void> {
  await tx.insertInto('memberships').values({ workspaceId, userId, role, createdAt: now }).execute();
}
