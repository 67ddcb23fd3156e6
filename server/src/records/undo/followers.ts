import { may, rolesWith } from '@quartermaster/contract/api/permissions';
import type { Undone } from '@quartermaster/contract/history/history.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { currentIn, expectConfirmedNow } from '../../access/current.ts';
import { lockWorkspace } from '../../access/memberships.ts';
import { lockPerson } from '../../access/second-factors.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import type { Batch } from '../history/batches.ts';
import { changeHolders, holdersBack, holdersChangedBy } from '../history/holder-changes.ts';
import { type HolderTable, tagHolders } from '../table/tag-holders.ts';

/*
 * What followed a tag in the act that is undone: scopes, alert rules, saved views and calendars. They are rights and settings
 * of others, so that their undo needs what the act needed.
 */

const kinds = {
  memberships: 'member',
  invitations: 'invitation',
  api_tokens: 'token',
  alert_rules: 'rule',
  saved_views: 'view',
  calendars: 'calendar',
} as const satisfies Record<HolderTable, string>;

const isScope = (table: HolderTable): boolean => tagHolders[table].column === 'scope';

function expectManager({ principal, membership }: Caller): void {
  if (principal.kind === 'session' && may(membership, 'manage')) return;
  throw new AppError(
    'FORBIDDEN',
    'This act also changed scopes, alert rules, saved views or calendars: to undo it needs a sign-in and the role ' +
      `${rolesWith('manage').join(' or ')} in the workspace`,
  );
}

/** Throws CONFIRM_REQUIRED unless the caller proved recently who they are, if the act changed scopes. */
export async function expectConfirmedForScopes(db: Db, caller: Caller, batchId: string): Promise<void> {
  const tables = await holdersChangedBy(db, caller.owner.id, batchId);
  if (tables.length > 0) expectManager(caller);
  if (tables.some(isScope)) await expectConfirmedNow(db, caller);
}

/** The tables in which something followed. Unless there are none, the caller has to be a manager, and others wait. */
export async function lockFollowers(tx: Tx, caller: Caller, batchId: string): Promise<HolderTable[]> {
  const tables = await holdersChangedBy(tx, caller.owner.id, batchId);
  if (tables.length === 0) return tables;
  await lockPerson(tx, caller.principal.userId);
  expectManager(await currentIn(tx, caller));
  await lockWorkspace(tx, caller.owner.id);
  return tables;
}

/** Brings back what is still as the act left it, and says what is not. */
export async function restoreFollowers(
  tx: Tx,
  caller: Caller,
  batchId: string,
  tables: readonly HolderTable[],
  batch: Batch,
): Promise<Undone['followers']> {
  const { id: ownerId } = caller.owner;
  const followers = { restored: 0, count: 0, changed: [] as NonNullable<Undone['followers']>['changed'] };
  for (const table of tables)
    for await (const some of holdersBack(tx, ownerId, batchId, table)) {
      const same = some.filter(({ before, now }) => before === now);
      const others = some.filter(({ before, now }) => before !== now);
      await changeHolders(tx, ownerId, batch, same);
      followers.restored += same.length;
      followers.count += others.length;
      const room = limits.tagHolders - followers.changed.length;
      followers.changed.push(...others.slice(0, room).map(({ name }) => ({ kind: kinds[table], name })));
    }
  const { restored, count } = followers;
  if (restored > 0)
    await auditBy(tx, caller, { action: 'tag.restored', details: { batchId, restored, changed: count } });
  return followers;
}
