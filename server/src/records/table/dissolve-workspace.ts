import type { Area } from '@quartermaster/contract/api/areas';
import type { Tx } from '../../db/schema.ts';
import { makeDue } from '../../jobs/queue.ts';
import { nextTime } from '../../lib/clock.ts';
import { countAllRecords } from './count-records.ts';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { deleteMembership } from '../../access/memberships.ts';

/** The kind of the job that completes deletions of workspaces. */
export const deletionKind = 'delete-workspaces';

/** A deleted workspace, with the number of records of each kind that it held. */
export interface Dissolved {
  id: string;
  name: string;
  counts: { area: Area; count: number }[];
}

/**
 * Removes all members of a workspace. A job deletes its contents in chunks; the installation's audit keeps the counts.
 */
export async function dissolveWorkspace(
  tx: Tx,
  id: string,
  { user, origin }: Pick<Person, 'user' | 'origin'>,
): Promise<Dissolved> {
  const counts = await countAllRecords(tx, { id, scopes: [] });
  const members = await tx.selectFrom('memberships').select('userId').where('workspaceId', '=', id).execute();
  for (const { userId } of members) await deleteMembership(tx, id, userId);
  await tx.deleteFrom('invitations').where('workspaceId', '=', id).execute();
  const { name } = await tx
    .updateTable('workspaces')
    .set({ deletedAt: nextTime() })
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirstOrThrow();
  const { secretViews } = await tx
    .selectFrom('secret_views')
    .select(({ fn }) => fn.countAll<number>().as('secretViews'))
    .where('ownerId', '=', id)
    .executeTakeFirstOrThrow();
  const byArea = Object.fromEntries(counts.map(({ area, count }) => [area, count]));
  const details = { counts: byArea, secretViews: Number(secretViews) };
  await audit(tx, { action: 'workspace.deleted', actor: user, origin, subject: name, details });
  await makeDue(tx, deletionKind);
  return { id, name, counts };
}
