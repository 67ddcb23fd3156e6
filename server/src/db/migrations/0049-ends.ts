import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/** What an act did to all that names a tag beside records, and when the access of people ended. */
export async function up(tx: Tx): Promise<void> {
  await sql`create table tag_holder_changes (
    "ownerId" text not null, "batchId" text not null, "tableName" text not null, "holderId" text not null,
    before text not null, after text not null,
    constraint tag_holder_changes_pk primary key ("ownerId", "batchId", "tableName", "holderId"),
    constraint tag_holder_changes_batch foreign key ("ownerId", "batchId")
      references batches ("ownerId", id) on delete cascade
  )`.execute(tx);
  await tx.schema.alterTable('users').addColumn('accessEndedAt', 'bigint').execute();
}
