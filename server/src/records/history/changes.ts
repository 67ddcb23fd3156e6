import { v7 as uuid } from 'uuid';
import { nextTime } from '../../lib/clock.ts';
import { inBatches } from '../../lib/in-batches.ts';
import type { Owner } from '../../access/owner.ts';
import type { Row } from '../row.ts';
import type { OwnedTableName, Tx } from '../../db/schema.ts';

type Action = 'create' | 'update' | 'delete';

/** One write of one record: the whole row before and after, its secrets sealed as they stand in the table. */
interface Change {
  before?: Row;
  after?: Row;
}

const rowsAtOnce = 500;

/** The statement that stores these changes, a few hundred at most. `batchId` joins those of one act. */
export function insertChanges(
  tx: Tx,
  owner: Owner,
  table: OwnedTableName,
  action: Action,
  changes: readonly Change[],
  batchId: string | null,
) {
  const at = nextTime();
  return tx.insertInto('changes').values(
    changes.map(({ before, after }) => ({
      ownerId: owner.id,
      id: uuid(),
      at,
      actorId: owner.principal.userId,
      tableName: table,
      recordId: String(after?.id ?? before?.id),
      action,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      batchId,
    })),
  );
}

/** Leaves the changes in the same transaction as the writes that they tell of. */
export async function writeChanges(
  ...[tx, owner, table, action, changes, batchId]: Parameters<typeof insertChanges>
): Promise<void> {
  for await (const batch of inBatches(changes, rowsAtOnce))
    await insertChanges(tx, owner, table, action, batch, batchId).execute();
}
