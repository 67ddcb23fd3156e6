import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/**
 * Stores a tag's type and value once for each owner and table. Records point to it by an integer, with one index
 * instead of two: a deletion knows a record's tags from its row.
 */
export async function up(tx: Tx): Promise<void> {
  const isSqlite = engineOf<Schema>(tx) === 'sqlite';
  await withColumns(tx.schema.createTable('tags'), {
    ownerId: 'text',
    id: 'integer',
    tableName: 'text',
    type: 'text',
    value: 'text',
  })
    .addPrimaryKeyConstraint('tags_pk', ['ownerId', 'id'] as never)
    .addUniqueConstraint('tags_unique', ['ownerId', 'tableName', 'type', 'value'] as never)
    .execute();
  await sql`insert into tags ("ownerId", id, "tableName", type, value)
    select "ownerId", row_number() over (partition by "ownerId" order by "tableName", type, value),
      "tableName", type, value
    from (select distinct "ownerId", "tableName", type, value from record_tags) named`.execute(tx);
  const links = withColumns(tx.schema.createTable('tag_links'), {
    ownerId: 'text',
    tagId: 'integer',
    recordId: 'text',
  }).addPrimaryKeyConstraint('record_tags_key', ['ownerId', 'tagId', 'recordId'] as never);
  await (isSqlite ? links.modifyEnd(sql`without rowid`) : links).execute();
  await sql`insert into tag_links ("ownerId", "tagId", "recordId")
    select "ownerId", tags.id, "recordId"
    from record_tags join tags using ("ownerId", "tableName", type, value)
    order by "ownerId", tags.id, "recordId"`.execute(tx);
  await tx.schema.dropTable('record_tags').execute();
  await tx.schema.alterTable('tag_links').renameTo('record_tags').execute();
}
