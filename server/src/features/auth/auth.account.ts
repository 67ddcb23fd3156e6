import type { UserRow } from '../../access/accounts.ts';
import { findMembership } from '../../access/memberships.ts';
import type { Db } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { invalid } from '../../lib/errors.ts';

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
