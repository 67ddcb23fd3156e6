import type { Permission } from '@quartermaster/contract/api/permissions';
import type { Db, Tx } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import { expectValidToken } from './api-tokens.ts';
import type { Caller } from './caller.ts';
import { findMembership } from './memberships.ts';
import { viewOf } from './owner.ts';
import { permit } from './permit.ts';
import { scopeKey } from './scope.ts';
import { hasSecondFactor } from './second-factors.ts';

// The detail tells clients with a stored workspace that the workspace is what was not found.
export const workspaceNotFound = () => new AppError('NOT_FOUND', 'Workspace not found', { workspace: true });

/** A membership, and whether the person lacks the second factor that the workspace requires. */
export async function currentMembership(db: Db | Tx, workspaceId: string, userId: string) {
  const membership = await findMembership(db, workspaceId, userId);
  if (!membership) return null;
  const lacksFactor = membership.requireSecondFactor && !(await hasSecondFactor(db, userId));
  return { ...membership, lacksFactor };
}

/** Throws NOT_FOUND for a person who is not a member, FORBIDDEN for one without the required second factor. */
export function expectMember<T extends { lacksFactor: boolean }>(membership: T | null): T {
  if (!membership) throw workspaceNotFound();
  if (!membership.lacksFactor) return membership;
  const message = 'This workspace requires a second factor; set one up on your account page first';
  throw new AppError('FORBIDDEN', message, { secondFactor: true });
}

/**
 * Reads membership and token again in this transaction, as they may have changed since the request was admitted. Throws
 * unless the caller may still send it.
 */
export async function currentCaller(tx: Tx, caller: Caller, access: 'member' | Permission): Promise<Caller> {
  const { owner, user, token } = caller;
  if (token) await expectValidToken(tx, token);
  const membership = expectMember(await currentMembership(tx, owner.id, user.id));
  const current = { ...caller, membership, owner: { ...owner, ...viewOf(membership, token) } };
  permit(current, access);
  return current;
}

/** The same check for work prepared before the transaction: also throws if the caller's scope has changed. */
export async function expectCurrent(tx: Tx, caller: Caller, access: Permission): Promise<void> {
  const { owner } = await currentCaller(tx, caller, access);
  if (scopeKey(owner) !== scopeKey(caller.owner))
    throw new AppError('FORBIDDEN', 'Your access to these records has just changed; nothing was done');
}
