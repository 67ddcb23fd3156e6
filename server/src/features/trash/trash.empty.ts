import { isUuid } from '@quartermaster/contract/rules/formats';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import type { Db } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { emptyChanges } from '../../records/history/forget.ts';
import { madeByOf } from '../../records/history/seen-batches.ts';
import { deletions } from '../../records/undo/targets.ts';

const recordsAtOnce = 200;

/** Empties some of the trash; of all of it, as far as this goes. */
const emptySome = (db: Db, sender: Caller, ids: readonly string[] | null): Promise<number> =>
  asSender(db, sender, async (tx, caller) => {
    const { owner } = caller;
    let query = deletions(tx, owner, madeByOf(caller)).select('deleted.recordId').limit(recordsAtOnce);
    if (ids) query = query.where('deleted.recordId', 'in', ids);
    const found = (await query.execute()).map(({ recordId }) => recordId);
    if (found.length === 0) return 0;
    await emptyChanges(tx, owner, found);
    await auditBy(tx, caller, { action: 'trash.emptied', details: { records: found.length } });
    return found.length;
  });

/** Removes the values of deleted records for good, some at a time, so that other writes need not wait. */
export async function emptyTrash(
  db: Db,
  caller: Caller,
  ids: readonly string[] | undefined,
): Promise<{ emptied: number }> {
  let emptied = 0;
  if (ids) {
    for await (const some of inChunks(new Set(ids.filter(isUuid)), recordsAtOnce))
      emptied += await emptySome(db, caller, some);
    return { emptied };
  }
  for (let more = true; more;) {
    const count = await emptySome(db, caller, null);
    emptied += count;
    more = count === recordsAtOnce;
  }
  return { emptied };
}
