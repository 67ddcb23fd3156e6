import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/**
 * The log of secrets that left the server, and lists of secrets to change. The log is append-only and without foreign
 * keys: accounts and records may go. A long answer is logged in pieces, each stored once for all equal answers, and
 * when a person last got each piece.
 */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('secret_views'), {
    ownerId: 'text',
    id: 'text',
    at: 'bigint',
    actorId: 'text?',
    actorName: 'text?',
    actorEmail: 'text?',
    tokenId: 'text?',
    tokenName: 'text?',
    area: 'text',
    recordId: 'text?',
    recordName: 'text?',
    field: 'text?',
    via: 'text',
    count: 'integer',
    /** A JSON list of hashes of pieces. */
    pieces: 'text',
    reason: 'text?',
  })
    .addPrimaryKeyConstraint('secret_views_pk', ['ownerId', 'id'] as never)
    .execute();
  const index = (name: string, table: string, columns: string[]) =>
    tx.schema.createIndex(name).on(table).columns(columns).execute();
  await index('secret_views_by_time', 'secret_views', ['ownerId', 'at', 'id']);
  await index('secret_views_by_actor', 'secret_views', ['ownerId', 'actorId', 'at']);
  await withColumns(tx.schema.createTable('secret_pieces'), {
    ownerId: 'text',
    hash: 'text',
    area: 'text',
    /** JSON: a list of pairs of fields and the ids of the records that have them. */
    content: 'text',
  })
    .addPrimaryKeyConstraint('secret_pieces_pk', ['ownerId', 'hash'] as never)
    .execute();
  await withColumns(tx.schema.createTable('secret_piece_views'), {
    ownerId: 'text',
    actorId: 'text',
    hash: 'text',
    lastAt: 'bigint',
  })
    .addPrimaryKeyConstraint('secret_piece_views_pk', ['ownerId', 'actorId', 'hash'] as never)
    .execute();
  await withColumns(tx.schema.createTable('work_lists'), {
    ownerId: 'text',
    id: 'text',
    origin: 'text',
    /** The person who left; null: a list for selected records. */
    subjectId: 'text?',
    name: 'text',
    createdBy: 'text?',
    createdAt: 'bigint',
  })
    .addPrimaryKeyConstraint('work_lists_pk', ['ownerId', 'id'] as never)
    .execute();
  await withColumns(tx.schema.createTable('work_items'), {
    ownerId: 'text',
    listId: 'text',
    area: 'text',
    recordId: 'text',
    field: 'text',
    recordName: 'text',
    /** The item is done once its value has changed since. */
    since: 'bigint',
    state: 'text',
    reason: 'text?',
    changedBy: 'text?',
    changedAt: 'bigint',
  })
    .addPrimaryKeyConstraint('work_items_pk', ['ownerId', 'listId', 'area', 'recordId', 'field'] as never)
    .addForeignKeyConstraint('work_items_list', ['ownerId', 'listId'] as never, 'work_lists', [
      'ownerId',
      'id',
    ])
    .execute();
}
