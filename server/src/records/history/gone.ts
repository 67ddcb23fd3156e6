import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { type Condition, allOf, anyOf } from '../table/conditions.ts';
import { isScoped, visibleOwners } from '../table/scope.ts';

/** The tags in the row that the deletion `alias` stored, as rows of JSON. */
const tagsIn = (db: Db, alias: string): RawBuilder<unknown> => {
  const before = sql.ref(`${alias}.before`);
  return engineOf<Schema>(db) === 'postgres'
    ? sql`jsonb_array_elements((cast(${before} as jsonb) ->> 'tags')::jsonb) as tag(value)`
    : sql`json_each(json_extract(${before}, '$.tags')) as tag`;
};

/** Whether a deletion's record is in the scopes by the last tags that it had. */
export function hadTags(db: Db, owner: Owner, table: OwnedTableName, alias: string): Condition {
  if (!isScoped(table, owner)) return sql`1 = 1`;
  return allOf(
    owner.scopes.map((scope) => {
      const one = anyOf(
        scope.map(
          ({ type, value }) => sql`(tag.value ->> 'type' = ${type} and tag.value ->> 'value' = ${value})`,
        ),
      );
      return sql<SqlBool>`exists (select 1 from ${tagsIn(db, alias)} where ${one})`;
    }),
  );
}

/** Whether the deletion `alias` is the last one of a record that was not restored. */
export const isLastDeletion = (table: OwnedTableName, alias: string): Condition => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<SqlBool>`(${of('action')} = 'delete'
    and not exists (select 1 from ${sql.table(table)} alive
      where alive."ownerId" = ${of('ownerId')} and alive.id = ${of('recordId')})
    and not exists (select 1 from changes later where later."ownerId" = ${of('ownerId')}
      and later."recordId" = ${of('recordId')} and later."tableName" = ${of('tableName')}
      and later.action = 'delete' and later.id > ${of('id')}))`;
};

/**
 * Whether a record was deleted, and was in the scopes by its last tags. Of global records only the workspace that deleted
 * them is told.
 */
export const isGone = (
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  recordId: RawBuilder<unknown>,
): Condition => sql<SqlBool>`exists (select 1 from changes gone
    where gone."ownerId" in (${sql.join(visibleOwners(table, owner))}) and gone."recordId" = ${recordId}
    and (gone."ownerId" = ${owner.id} or exists (select 1 from batches
      where batches."ownerId" = ${owner.id} and batches.id = gone."batchId"))
    and gone."tableName" = ${table} and ${isLastDeletion(table, 'gone')} and ${hadTags(db, owner, table, 'gone')})`;
