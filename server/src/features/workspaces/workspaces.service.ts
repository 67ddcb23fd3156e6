import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Workspace, update } from '@quartermaster/contract/workspaces/workspaces.schema';
import type { z } from 'zod';
import { insertWorkspace } from '../../access/accounts.ts';
import { audit, auditBy } from '../../access/audit.ts';
import type { Caller, Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { lockWorkspace, rightsOf } from '../../access/memberships.ts';
import { type Dissolved, dissolveWorkspace } from '../../records/table/dissolve-workspace.ts';
import type { Db, Flag, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import type { Keyring } from '../../secrets/keyring.ts';

/** The workspaces that a person is a member of, with that person's rights. */
function workspacesOf(db: Db, userId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspaceId')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select([
      'workspaces.id',
      'workspaces.name',
      'requireSecondFactor',
      'historyDays',
      'deletedSecretDays',
      'currency',
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
  historyDays,
  deletedSecretDays,
  currency,
  ...stored
}: Awaited<ReturnType<ReturnType<typeof workspacesOf>['executeTakeFirstOrThrow']>>): Workspace => ({
  id,
  name,
  ...rightsOf(stored),
  members: Number(members),
  isDefault: id === defaultId,
  requireSecondFactor: requireSecondFactor === 1,
  historyDays,
  deletedSecretDays,
  currency,
});

/** The default workspace first, then the oldest. */
export async function listWorkspaces(db: Db, userId: string): Promise<Workspace[]> {
  const rows = await workspacesOf(db, userId).limit(serverLimits.workspaces).execute();
  return rows.map(shown).toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

export async function workspaceOf(db: Db, userId: string, id: string): Promise<Workspace> {
  const row = await workspacesOf(db, userId).where('workspaces.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('workspace');
  return shown(row);
}

export function createWorkspace(db: Db, keyring: Keyring, sender: Person, name: string): Promise<Workspace> {
  return asSender(db, sender, async (tx, { user, origin }) => {
    const own = await tx
      .selectFrom('memberships')
      .select('workspaceId')
      .where('userId', '=', user.id)
      .execute();
    if (own.length >= serverLimits.workspaces)
      throw new AppError('CONFLICT', `Maximum ${serverLimits.workspaces} workspaces allowed`);
    const workspaceId = await insertWorkspace(tx, keyring, name, user.id, nextTime());
    if (own.length === 0)
      await tx.updateTable('users').set({ workspaceId }).where('id', '=', user.id).execute();
    await audit(tx, { action: 'workspace.created', workspaceId, actor: user, origin, subject: name });
    return workspaceOf(tx, user.id, workspaceId);
  });
}

export function changeWorkspace(
  db: Db,
  sender: Caller,
  { requireSecondFactor, currency, ...rest }: z.output<typeof update.body>,
): Promise<Workspace> {
  const { id } = sender.owner;
  const given = { ...rest, ...(currency !== undefined && { currency: currency === '' ? null : currency }) };
  return asSender(db, sender, async (tx, caller) => {
    const factor = requireSecondFactor === undefined ? undefined : (Number(requireSecondFactor) as Flag);
    const fields = { ...given, requireSecondFactor: factor };
    if (Object.values(fields).some((value) => value !== undefined)) {
      await tx
        .updateTable('workspaces')
        .set(fields as never)
        .where('id', '=', id)
        .execute();
      await auditBy(tx, caller, { action: 'workspace.changed', details: { ...given, requireSecondFactor } });
    }
    return workspaceOf(tx, caller.user.id, id);
  });
}

/** Deletes a workspace unless it is the person's last one. */
export function removeWorkspace(db: Db, sender: Caller): Promise<Dissolved> {
  return asSender(db, sender, async (tx, caller) => {
    await lockWorkspace(tx, caller.owner.id);
    await keepAWorkspace(tx, caller.user.id);
    return dissolveWorkspace(tx, caller.owner.id, caller);
  });
}

/** Throws if a person, who is locked, would lose their last workspace. */
export async function keepAWorkspace(tx: Tx, userId: string): Promise<void> {
  const { length } = await tx
    .selectFrom('memberships')
    .select('workspaceId')
    .where('userId', '=', userId)
    .limit(2)
    .execute();
  if (length < 2) throw new AppError('CONFLICT', 'This is your last workspace; create another one first');
}
