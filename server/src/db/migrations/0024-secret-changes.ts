import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import type { Schema, Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/**
 * Keeps which secrets each change set, replaced or cleared, with fingerprints of their values, so that whether a secret has
 * another value since is read from an index. A job fills in the changes that have none: those of earlier versions.
 */
export async function up(tx: Tx): Promise<void> {
  const isSqlite = engineOf<Schema>(tx) === 'sqlite';
  const table = withColumns(tx.schema.createTable('secret_changes'), {
    ownerId: 'text',
    changeId: 'text',
    path: 'text',
    tableName: 'text',
    recordId: 'text',
    at: 'bigint',
    actorId: 'text?',
    before: 'text',
    after: 'text',
  }).addPrimaryKeyConstraint('secret_changes_pk', ['ownerId', 'changeId', 'path'] as never);
  await (isSqlite ? table.modifyEnd(sql`without rowid`) : table).execute();
  const index = (name: string, columns: string[]) =>
    tx.schema.createIndex(name).on('secret_changes').columns(columns).execute();
  await index('secret_changes_by_record', ['ownerId', 'recordId', 'path', 'at', 'changeId']);
  await index('secret_changes_by_actor', ['ownerId', 'actorId', 'recordId', 'path', 'at']);
  await tx.schema
    .alterTable('changes')
    .addColumn('fingerprinted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index changes_to_fingerprint on changes ("ownerId", "recordId", id) where fingerprinted = 0`.execute(
    tx,
  );
}
