import { v7 as uuid } from 'uuid';
import type { Owner } from '../../access/owner.ts';
import { newestSchema } from '../../db/migrate.ts';
import type { OwnedTableName, Schema } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { entityOf } from '../entities.ts';
import type { Row } from '../row.ts';

export type Action = 'create' | 'update' | 'delete';

/** One write of one record: its row before and after, with secrets sealed as in the table. */
export interface Change {
  before?: Row;
  after?: Row;
}

/**
 * The fields that an update changed, or null. Other columns follow from the fields: the words for search, the version,
 * the keys of caseless texts.
 */
function changedFields(table: OwnedTableName, { before = {}, after = {} }: Change): Change | null {
  const changed = Object.keys(entityOf[table].fields).filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return null;
  const only = (row: Row): Row => Object.fromEntries(changed.map((field) => [field, row[field] ?? null]));
  return { before: only(before), after: only(after) };
}

/** The rows that store these changes. A create stores the whole row, a delete too, an update what it changed. */
export function changeRows(
  owner: Owner,
  batchId: string,
  table: OwnedTableName,
  action: Action,
  changes: readonly Change[],
): Schema['changes'][] {
  const at = nextTime();
  return changes.flatMap((change) => {
    const stored = action === 'update' ? changedFields(table, change) : change;
    if (stored === null) return [];
    return {
      ownerId: owner.id,
      id: uuid(),
      at,
      actorId: owner.principal.userId,
      tableName: table,
      recordId: String(change.after?.id ?? change.before?.id),
      action,
      before: stored.before ? JSON.stringify(stored.before) : null,
      after: stored.after ? JSON.stringify(stored.after) : null,
      batchId,
      schemaVersion: newestSchema,
    };
  });
}
