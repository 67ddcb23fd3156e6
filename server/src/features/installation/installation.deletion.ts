import { keepAnAdministrator, lockedAccount } from '../../access/administration.ts';
import { audit } from '../../access/audit.ts';
import type { Person } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import { endAccess } from '../../access/end-access.ts';
import { voidInvitations } from '../../access/invitations.ts';
import { deleteMembership, lockWorkspace, rightsOf } from '../../access/memberships.ts';
import { type Dissolved, dissolveWorkspace } from '../../records/table/dissolve-workspace.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { countAllRecords } from '../../records/table/count-records.ts';

/** A person's workspaces, with the number of other members and of other owners. */
const workspacesOf = (db: Db, userId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspaceId')
    .select(['workspaces.id', 'workspaces.name', 'memberships.role', 'secrets', 'scope'])
    .select(({ selectFrom, fn }) => [
      selectFrom('memberships as other')
        .select(fn.countAll<number>().as('count'))
        .whereRef('other.workspaceId', '=', 'workspaces.id')
        .where('other.userId', '!=', userId)
        .as('others'),
      selectFrom('memberships as owner')
        .select(fn.countAll<number>().as('count'))
        .whereRef('owner.workspaceId', '=', 'workspaces.id')
        .where('owner.userId', '!=', userId)
        .where('owner.role', '=', 'OWNER')
        .as('owners'),
    ])
    .where('memberships.userId', '=', userId)
    .orderBy('workspaces.id')
    .execute();
type Part = Awaited<ReturnType<typeof workspacesOf>>[number];

const isAlone = ({ others }: Part): boolean => Number(others) === 0;
const isLastOwner = (part: Part): boolean =>
  !isAlone(part) && part.role === 'OWNER' && Number(part.owners) === 0;

/** The workspaces that would be deleted with an account, and those that would be left without an owner. */
export async function deletionOf(
  db: Db,
  userId: string,
): Promise<{ deletes: Dissolved[]; lastOwnerOf: { id: string; name: string }[] }> {
  const parts = await workspacesOf(db, userId);
  const deletes: Dissolved[] = [];
  for (const { id, name } of parts.filter(isAlone))
    deletes.push({ id, name, counts: await countAllRecords(db, { id, scopes: [] }) });
  return { deletes, lastOwnerOf: parts.filter(isLastOwner).map(({ id, name }) => ({ id, name })) };
}

/** Removes a member and keeps what the leaver report needs. */
async function removeMember(
  tx: Tx,
  { user, origin }: Person,
  { id: workspaceId, role, secrets, scope }: Part,
  member: { id: string; email: string },
): Promise<void> {
  await deleteMembership(tx, workspaceId, member.id);
  await voidInvitations(tx, member.id, workspaceId);
  const details = { userId: member.id, ...rightsOf({ role, secrets, scope }) };
  await audit(tx, {
    action: 'member.removed',
    workspaceId,
    actor: user,
    origin,
    subject: member.email,
    details,
  });
}

/**
 * Deletes an account with the workspaces that have no other member, and returns those. Other workspaces must keep an
 * owner. The logs keep the person's name and address; what the person wrote keeps their id, which the audit event
 * names.
 */
export function deleteAccount(db: Db, sender: Person, id: string): Promise<Dissolved[]> {
  const act = async (tx: Tx, caller: Person) => {
    const { user: actor, origin } = caller;
    const user = await lockedAccount(tx, id);
    await keepAnAdministrator(tx, user);
    for (const workspace of await workspacesOf(tx, id)) await lockWorkspace(tx, workspace.id);
    const parts = await workspacesOf(tx, id);
    const orphaned = parts.filter(isLastOwner).map(({ name }) => name);
    if (orphaned.length > 0)
      throw new AppError(
        'CONFLICT',
        `${user.email} is the last owner of ${orphaned.join(', ')}; another member must be made an owner first`,
      );
    await endAccess(tx, id);
    const deleted: Dissolved[] = [];
    for (const part of parts)
      if (isAlone(part)) deleted.push(await dissolveWorkspace(tx, part.id, caller));
      else await removeMember(tx, caller, part, user);
    await tx.deleteFrom('sessions').where('userId', '=', id).execute();
    await tx.deleteFrom('users').where('id', '=', id).execute();
    const details = { userId: id, name: user.name, workspaces: deleted.map(({ name }) => name) };
    await audit(tx, { action: 'account.deleted', actor, origin, subject: user.email, details });
    return deleted;
  };
  return asSender(db, sender, act, [id]);
}
