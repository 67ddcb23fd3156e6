import type { Db } from '../db/schema.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { userById } from './accounts.ts';
import { currentMembership } from './current.ts';
import { type Owner, viewOf } from './owner.ts';

/**
 * What a member may read of a workspace by now, without secrets: for what the server tells people by itself. null for who
 * may read nothing: a disabled account, somebody who left, or who lacks the second factor that the workspace requires.
 */
export async function readerOf(
  db: Db,
  keyring: Keyring,
  { workspaceId, userId, job }: { workspaceId: string; userId: string; job: string },
): Promise<Owner | null> {
  const [user, membership] = [await userById(db, userId), await currentMembership(db, workspaceId, userId)];
  if (!user || !membership || membership.lacksFactor) return null;
  const principal = { kind: 'job', id: job, userId: null } as const;
  const { scopes } = viewOf(membership, null);
  return { id: workspaceId, principal, sealer: await keyring.sealer(workspaceId), secrets: false, scopes };
}
