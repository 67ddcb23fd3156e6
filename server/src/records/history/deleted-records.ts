import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { visibleOwners } from '../table/scope.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import { isSealed } from '../kinds/codec.ts';
import { entityOf, references } from '../kinds/entities.ts';
import { wholeChanges } from './whole-changes.ts';
import { recordsByIds } from '../list/list.ts';
import { decodeColumn } from '../kinds/decode-column.ts';
import { answerColumns } from '../list/answer-columns.ts';

/** A deleted record with what it referred to, without its secrets. */
export type DeletedRecord = Record<string, unknown> & { id: string };

/** The targets of deleted records' references, in their current or last state. */
async function targets(db: Db, caller: Owner, table: OwnedTableName, ids: readonly string[]) {
  const owner = { ...caller, secrets: false };
  const answer = answerColumns(table, entityOf[table].answer);
  const found = await recordsByIds<DeletedRecord>(db, owner, answer, ids);
  const byId = new Map(found.map((record) => [record.id, record]));
  const deleted = await deletedRecords(
    db,
    owner,
    table,
    ids.filter((id) => !byId.has(id)),
  );
  return new Map([...byId, ...deleted]);
}

/** Deleted records, from the history of their deletion; unknown ones are left out. */
export async function deletedRecords(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  ids: readonly string[],
): Promise<Map<string, DeletedRecord>> {
  const deleted = new Map<string, DeletedRecord>();
  if (ids.length === 0) return deleted;
  const deletions = sql<boolean>`"tableName" = ${table} and action = 'delete' and "recordId" in (${sql.join([...ids])})`;
  for (const ownerId of visibleOwners(table, owner))
    for await (const changes of wholeChanges(db, ownerId, deletions))
      for (const { recordId, before } of changes) {
        const record: DeletedRecord = { id: recordId };
        for (const [field, { column }] of Object.entries(entityOf[table].fields))
          if (!isSealed(column))
            record[field] = decodeColumn(owner.sealer, table, recordId, field, column, before?.[field]);
        deleted.set(recordId, record);
      }
  for (const { from, to, column, shown } of references) {
    if (from !== table) continue;
    const named = new Set([...deleted.values()].flatMap((record) => (record[column] as string | null) ?? []));
    const found = await targets(db, owner, to, [...named]);
    for (const record of deleted.values()) record[shown] = found.get(record[column] as string) ?? null;
  }
  return deleted;
}
