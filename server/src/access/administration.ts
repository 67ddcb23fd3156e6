import { type Tx, globalOwner, peopleOwner } from '../db/schema.ts';
import { nextTime } from '../lib/clock.ts';
import { AppError, notFound } from '../lib/errors.ts';
import type { UserRow } from './accounts.ts';
import { type NewAuditEvent, audit } from './audit.ts';
import { endAccess } from './end-access.ts';
import { voidInvitations } from './invitations.ts';
import { hasSecondFactor, lockPerson } from './second-factors.ts';
import { endSessionsOf } from './sessions.ts';

/** The acting administrator; without an actor, the operator at the server's terminal. */
export type Administrator = Pick<NewAuditEvent, 'actor' | 'origin'>;

/** Reads an account and locks changes of administrators until the transaction ends. */
export async function lockedAccount(tx: Tx, id: string): Promise<UserRow> {
  await lockPerson(tx, id);
  await tx.updateTable('workspaces').set({ createdAt: 0 }).where('id', '=', globalOwner).execute();
  const user = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound('account');
  return user;
}

/** Throws CONFLICT for the last administrator, without whom nobody could manage accounts. */
export async function keepAnAdministrator(tx: Tx, { id, role, disabledAt }: UserRow): Promise<void> {
  if (role !== 'ADMIN' || disabledAt !== null) return;
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('disabledAt', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  if (!other)
    throw new AppError('CONFLICT', 'The installation needs an administrator; make another account one first');
}

export interface AccountChange {
  disabled?: boolean | undefined;
  role?: 'ADMIN' | 'USER' | undefined;
}

/** Changes the given fields of an account. Disabling it ends its access. */
export async function changeAccount(
  tx: Tx,
  administrator: Administrator,
  id: string,
  { disabled, role }: AccountChange,
): Promise<void> {
  const user = await lockedAccount(tx, id);
  const wasDisabled = user.disabledAt !== null;
  const next = { disabled: disabled ?? wasDisabled, role: role ?? user.role };
  if (next.disabled === wasDisabled && next.role === user.role) return;
  if (next.disabled || next.role !== 'ADMIN') await keepAnAdministrator(tx, user);
  const now = nextTime();
  await voidInvitations(tx, id, null);
  await tx
    .updateTable('users')
    .set({ disabledAt: next.disabled ? (user.disabledAt ?? now) : null, role: next.role, updatedAt: now })
    .where('id', '=', id)
    .execute();
  await voidInvitations(tx, id, null);
  if (next.disabled) await endAccess(tx, id);
  const details = {
    ...(next.disabled !== wasDisabled && { disabled: next.disabled }),
    ...(next.role !== user.role && { role: next.role }),
  };
  await audit(tx, { action: 'account.changed', ...administrator, subject: user.email, details });
}

/** Removes every second factor of a person: app codes, recovery codes, passkeys. Their sessions end. */
export async function removeFactors(tx: Tx, administrator: Administrator, id: string): Promise<void> {
  const user = await lockedAccount(tx, id);
  if (!(await hasSecondFactor(tx, id))) throw notFound('second factor');
  await tx.deleteFrom('second_factors').where('ownerId', '=', peopleOwner).where('id', '=', id).execute();
  await tx.deleteFrom('recovery_codes').where('userId', '=', id).execute();
  await tx.deleteFrom('passkeys').where('userId', '=', id).execute();
  const sessions = await endSessionsOf(tx, id, null);
  const details = { method: 'all', sessions };
  await audit(tx, { action: 'second-factor.disabled', ...administrator, subject: user.email, details });
}
