import { may } from '@quartermaster/contract/api/permissions';
import type { Caller } from '../access/caller.ts';
import { findMembership } from '../access/memberships.ts';
import type { Owner } from '../access/owner.ts';
import { permit } from '../access/permit.ts';
import type { Db, Tx } from '../db/schema.ts';
import { AppError, invalid, notFound } from '../lib/errors.ts';
import { logged } from './logged-read.ts';
import { logReveal } from './secret-log.ts';
import { isSecretPath, secretsOf } from './omitted.ts';
import type { RecordTable } from './record-table.ts';

export interface Reveal {
  field: string;
  via: 'reveal' | 'copy';
  reason?: string | null | undefined;
}

/** The caller's view as their membership allows it now, read in this transaction: what was let in may have changed. */
async function currentOwner(tx: Tx, caller: Caller): Promise<Owner> {
  const { owner, user } = caller;
  const membership = await findMembership(tx, owner.id, user.id);
  if (!membership) throw new AppError('NOT_FOUND', 'Workspace not found', { workspace: true });
  permit({ ...caller, membership }, 'secrets');
  const { scope } = membership;
  return { ...owner, secrets: may(membership, 'secrets'), scopes: scope.length > 0 ? [scope] : [] };
}

/** Answers one secret, and logs in the same transaction who got it. */
export const revealSecret = (
  db: Db,
  caller: Caller,
  table: RecordTable,
  id: string,
  { field, via, reason }: Reveal,
): Promise<{ value: string }> =>
  logged(db, async (tx) => {
    const owner = await currentOwner(tx, caller);
    const record = await table.get(tx, owner, id);
    if (!isSecretPath(table.entity, record, field))
      throw invalid({ field: `There is no secret field ${field} in a ${table.entity.one}` });
    const value = secretsOf(table.entity, record).get(field);
    if (value === undefined) throw notFound('secret');
    await logReveal(tx, caller, table.name, { id, field, via, reason: reason ?? null });
    return { value };
  });
