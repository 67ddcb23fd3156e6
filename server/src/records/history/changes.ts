import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Owner } from '../../access/owner.ts';
import { newestSchema } from '../../db/migrate.ts';
import type { OwnedTableName, Tx } from '../../db/schema.ts';
import { nextTime } from '../../lib/clock.ts';
import { entityOf } from '../kinds/entities.ts';
import { sealedWith } from '../../secrets/seal.ts';
import { isSealed } from '../kinds/codec.ts';
import type { Row } from '../kinds/row.ts';
import type { Action, Change } from '../table/change-log.ts';
import type { WholeChange } from './secret-changes.ts';

const toJson = (row: Row | undefined): string | null => (row ? JSON.stringify(row) : null);

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

/** The single secrets that a write sealed anew: sending an equal one again counts as changing it. */
const rewrittenSecrets = (table: OwnedTableName, { before, after }: Change): string[] =>
  Object.entries(entityOf[table].fields).flatMap(([name, { column }]) =>
    column === 'secret' && before?.[name] !== after?.[name] ? [name] : [],
  );

/**
 * The ids of the keys that seal values in this change. For an earlier value only keys that the workspace has count,
 * since a damaged value may name any; for a new value every key counts, since it may have been deleted meanwhile.
 */
function keysIn(owner: Owner, table: OwnedTableName, { before, after }: Change): string[] {
  const sealed = Object.entries(entityOf[table].fields).flatMap(([name, { column }]) =>
    isSealed(column) ? [name] : [],
  );
  return sealed.flatMap((field) => {
    const [was, is] = [before?.[field], after?.[field]];
    const known = typeof was === 'string' ? owner.sealer.keyOf(was) : null;
    const used = typeof is === 'string' ? sealedWith(is) : null;
    return [known, used].filter((key) => key !== null);
  });
}

/**
 * The statement that stores these changes, what it stores, and the keys that seal their values. Creates and deletes store
 * the whole row, updates the changed fields. Common columns are sent once.
 */
export function insertChanges(
  tx: Tx,
  owner: Owner,
  batchId: string,
  table: OwnedTableName,
  action: Action,
  changes: readonly Change[],
) {
  const keys = new Set<string>();
  const { id: ownerId, principal } = owner;
  const common = { ownerId, at: nextTime(), actorId: principal.userId, tableName: table, action };
  const stored = changes.flatMap((change): WholeChange[] => {
    const fields = action === 'update' ? changedFields(table, change) : change;
    if (fields === null) return [];
    for (const key of keysIn(owner, table, fields)) keys.add(key);
    const touched = [...(change.touched ?? []), ...rewrittenSecrets(table, fields)];
    const recordId = String(change.after?.id ?? change.before?.id);
    return [{ ...common, id: uuid(), recordId, before: fields.before, after: fields.after, touched }];
  });
  const rows = stored.map(({ id, recordId, before, after }) => {
    const values = [id, recordId, toJson(before), toJson(after)];
    return sql`(${sql.join(values)})`;
  });
  const insert = tx
    .insertInto('changes')
    .columns([
      'ownerId',
      'at',
      'actorId',
      'tableName',
      'action',
      'batchId',
      'schemaVersion',
      'id',
      'recordId',
      'before',
      'after',
    ])
    .expression(
      sql`select ${ownerId}, cast(${common.at} as bigint), ${common.actorId}, ${table}, ${action}, ${batchId},
        cast(${newestSchema} as integer), column1, column2, column3, column4 from (values ${sql.join(rows)}) given`,
    );
  return { insert, stored, keys };
}
