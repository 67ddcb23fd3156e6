import type { Db } from '../db/schema.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { type UserRow, userById } from './accounts.ts';
import { currentMembership } from './current.ts';
import type { Membership } from './memberships.ts';
import { type Owner, viewOf } from './owner.ts';

/** A member who may be told and act, as they are now. */
export interface Member {
  user: UserRow;
  membership: Membership;
}

/** null: a disabled account, somebody who left, or who lacks the second factor that the workspace requires. */
export async function activeMember(db: Db, workspaceId: string, userId: string): Promise<Member | null> {
  const [user, membership] = [await userById(db, userId), await currentMembership(db, workspaceId, userId)];
  return user && membership && !membership.lacksFactor ? { user, membership } : null;
}

/** What a member may read of a workspace by now, without secrets: for what the server tells people by itself. */
export async function readerOf(
  db: Db,
  keyring: Keyring,
  { workspaceId, userId, job }: { workspaceId: string; userId: string; job: string },
): Promise<Owner | null> {
  const member = await activeMember(db, workspaceId, userId);
  if (!member) return null;
  const principal = { kind: 'job', id: job, userId: null } as const;
  const { scopes } = viewOf(member.membership, null);
  return { id: workspaceId, principal, sealer: await keyring.sealer(workspaceId), secrets: false, scopes };
}
