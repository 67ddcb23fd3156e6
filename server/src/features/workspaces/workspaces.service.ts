import { areas } from '@quartermaster/contract/api/areas';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Workspace } from '@quartermaster/contract/workspaces/workspaces.schema';
import { insertWorkspace } from '../../access/accounts.ts';
import { audit, auditBy } from '../../access/audit.ts';
import type { Caller, Person } from '../../access/caller.ts';
import { deleteMembership, lockWorkspace, rightsOf } from '../../access/memberships.ts';
import type { Db, Flag, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import { tableOfArea } from '../../records/entities.ts';
import { countRecords } from '../../records/count-records.ts';
import type { Keyring } from '../../secrets/keyring.ts';

/** The workspaces that a person is a member of, as they see them. */
function workspacesOf(db: Db | Tx, userId: string) {
  return (db as Db)
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspaceId')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select([
      'workspaces.id',
      'workspaces.name',
      'requireSecondFactor',
      'memberships.role',
      'secrets',
      'scope',
    ])
    .select('users.workspaceId as defaultId')
    .select(({ selectFrom, fn }) =>
      selectFrom('memberships as each')
        .select(fn.countAll<number>().as('count'))
        .whereRef('each.workspaceId', '=', 'workspaces.id')
        .as('members'),
    )
    .where('memberships.userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('workspaces.createdAt')
    .orderBy('workspaces.id');
}

const shown = ({
  id,
  name,
  members,
  defaultId,
  requireSecondFactor,
  ...stored
}: Awaited<ReturnType<ReturnType<typeof workspacesOf>['executeTakeFirstOrThrow']>>): Workspace => ({
  ...{ id, name, ...rightsOf(stored), members: Number(members) },
  isDefault: id === defaultId,
  requireSecondFactor: requireSecondFactor === 1,
});

/** The default one first, then the oldest. */
export async function listWorkspaces(db: Db, userId: string): Promise<Workspace[]> {
  const rows = await workspacesOf(db, userId).limit(limits.workspaces).execute();
  return rows.map(shown).toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

export async function workspaceOf(db: Db | Tx, userId: string, id: string): Promise<Workspace> {
  const row = await workspacesOf(db, userId).where('workspaces.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('workspace');
  return shown(row);
}

export function createWorkspace(
  db: Db,
  keyring: Keyring,
  { user, origin }: Person,
  name: string,
): Promise<Workspace> {
  return db.transaction().execute(async (tx) => {
    const own = await tx
      .selectFrom('memberships')
      .select('workspaceId')
      .where('userId', '=', user.id)
      .execute();
    if (own.length >= limits.workspaces)
      throw new AppError('CONFLICT', `Maximum ${limits.workspaces} workspaces allowed`);
    const workspaceId = await insertWorkspace(tx, keyring, name, user.id, nextTime());
    if (own.length === 0)
      await tx.updateTable('users').set({ workspaceId }).where('id', '=', user.id).execute();
    await audit(tx, { action: 'workspace.created', workspaceId, actor: user, origin, subject: name });
    return workspaceOf(tx, user.id, workspaceId);
  });
}

/** How many records of each kind the caller sees. */
export const countsOf = (
  db: Db,
  { owner }: Caller,
): Promise<{ area: (typeof areas)[number]; count: number }[]> =>
  Promise.all(areas.map(async (area) => ({ area, count: await countRecords(db, owner, tableOfArea[area]) })));

export function changeWorkspace(
  db: Db,
  caller: Caller,
  { name, requireSecondFactor }: { name?: string | undefined; requireSecondFactor?: boolean | undefined },
): Promise<Workspace> {
  const { id } = caller.owner;
  return db.transaction().execute(async (tx) => {
    const fields = {
      ...(name !== undefined && { name }),
      ...(requireSecondFactor !== undefined && { requireSecondFactor: Number(requireSecondFactor) as Flag }),
    };
    if (Object.keys(fields).length > 0) {
      await tx.updateTable('workspaces').set(fields).where('id', '=', id).execute();
      await auditBy(tx, caller, { action: 'workspace.changed', details: { name, requireSecondFactor } });
    }
    return workspaceOf(tx, caller.user.id, id);
  });
}

/**
 * Takes a workspace from all of its members. What it holds is deleted by a job, in pieces; the installation's audit keeps
 * the counts.
 */
export async function removeWorkspace(db: Db, caller: Caller) {
  const { owner, user, origin } = caller;
  const counts = await countsOf(db, caller);
  await db.transaction().execute(async (tx) => {
    await lockWorkspace(tx, owner.id);
    const { length } = await tx
      .selectFrom('memberships')
      .select('workspaceId')
      .where('userId', '=', user.id)
      .limit(2)
      .execute();
    if (length < 2) throw new AppError('CONFLICT', 'This is your last workspace; make another one first');
    const { name } = await workspaceOf(tx, user.id, owner.id);
    const members = await tx
      .selectFrom('memberships')
      .select('userId')
      .where('workspaceId', '=', owner.id)
      .execute();
    for (const { userId } of members) await deleteMembership(tx, owner.id, userId);
    await tx.deleteFrom('invitations').where('workspaceId', '=', owner.id).execute();
    await tx.updateTable('workspaces').set({ deletedAt: nextTime() }).where('id', '=', owner.id).execute();
    const { secretViews } = await tx
      .selectFrom('secret_views')
      .select(({ fn }) => fn.countAll<number>().as('secretViews'))
      .where('ownerId', '=', owner.id)
      .executeTakeFirstOrThrow();
    const byArea = Object.fromEntries(counts.map(({ area, count }) => [area, count]));
    const details = { counts: byArea, secretViews: Number(secretViews) };
    await audit(tx, { action: 'workspace.deleted', actor: user, origin, subject: name, details });
  });
  return { id: owner.id, counts };
}
