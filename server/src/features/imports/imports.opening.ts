import type { Caller } from '../../access/caller.ts';
import { scopeKey } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { notFound } from '../../lib/errors.ts';
import { openStaged } from './imports.staged.ts';
import * as store from './imports.store.ts';

/** An import of the caller's, planned under the scope that they have now. */
export async function openImport(db: Db, caller: Caller, id: string) {
  const row = await store.ownImport(db, caller, id);
  const details = openStaged(caller.owner, row);
  if (details.view !== scopeKey(caller.owner)) throw notFound('import');
  return { row, details };
}
