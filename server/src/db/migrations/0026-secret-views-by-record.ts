import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';
import { type Columns, withColumns } from './owned-table.ts';

/**
 * Indexes for the entries of the secret log about one record: the pieces that hold the record, and the entries with those
 * pieces. Both repeat what the JSON of pieces and entries says.
 */
export async function up(tx: Tx): Promise<void> {
  const isSqlite = engineOf<Schema>(tx) === 'sqlite';
  const create = async (name: string, columns: Columns) => {
    const table = withColumns(tx.schema.createTable(name), columns).addPrimaryKeyConstraint(
      `${name}_pk`,
      Object.keys(columns) as never,
    );
    await (isSqlite ? table.modifyEnd(sql`without rowid`) : table).execute();
  };
  await create('secret_piece_records', { ownerId: 'text', recordId: 'text', hash: 'text' });
  await create('secret_view_pieces', { ownerId: 'text', hash: 'text', viewId: 'text' });
  await tx.schema
    .createIndex('secret_views_by_record')
    .on('secret_views')
    .columns(['ownerId', 'recordId', 'at'])
    .execute();
  const [groups, ids, hashes] = isSqlite
    ? [sql`json_each(content) part`, sql`json_each(part.value, '$[1]') each`, sql`json_each(pieces) each`]
    : [
        sql`jsonb_array_elements(cast(content as jsonb)) part (value)`,
        sql`jsonb_array_elements_text(part.value -> 1) each (value)`,
        sql`jsonb_array_elements_text(cast(pieces as jsonb)) each (value)`,
      ];
  await sql`insert into secret_piece_records ("ownerId", "recordId", hash)
    select distinct "ownerId", each.value, hash from secret_pieces, ${groups}, ${ids}`.execute(tx);
  await sql`insert into secret_view_pieces ("ownerId", hash, "viewId")
    select distinct "ownerId", each.value, secret_views.id from secret_views, ${hashes}`.execute(tx);
}
