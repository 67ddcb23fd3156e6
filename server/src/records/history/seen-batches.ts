import { may } from '@quartermaster/contract/api/permissions';
import type { Caller } from '../../access/caller.ts';

/**
 * Whose batches the caller sees: null, everyone's. Their counts and labels concern records outside a scope, so members
 * with one see only their own.
 */
export const madeByOf = ({ membership, owner, user }: Caller): string | null =>
  may(membership, 'manage') && owner.scopes.length === 0 ? null : user.id;
