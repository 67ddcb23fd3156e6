import { sql } from 'kysely';
import { type Tx, globalOwner } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/**
 * A batch is everything that one action wrote, in any table. Its owner is the actor's workspace, even if it changes
 * global records.
 */
async function createBatches(tx: Tx) {
  await withColumns(tx.schema.createTable('batches'), {
    ownerId: 'text',
    id: 'text',
    kind: 'text',
    label: 'text?',
    actorId: 'text?',
    principalKind: 'text',
    principalId: 'text?',
    at: 'bigint',
    created: 'integer',
    updated: 'integer',
    deleted: 'integer',
  })
    .addPrimaryKeyConstraint('batches_pk', ['ownerId', 'id'] as never)
    .execute();
  await tx.schema.createIndex('batches_by_time').on('batches').columns(['ownerId', 'at', 'id']).execute();
}

/** A change without a batch gets a batch of its own, under the change's id. */
async function fillBatches(tx: Tx) {
  await sql`update changes set "batchId" = id where "batchId" is null`.execute(tx);
  const count = (action: string) => sql`sum(case when action = ${sql.lit(action)} then 1 else 0 end)`;
  await sql`insert into batches ("ownerId", id, kind, "actorId", "principalKind", "principalId", at, created, updated, deleted)
    select "ownerId", id,
      case when "actorId" is null then 'expiry-check'
        when deleted > 0 then 'delete'
        when created + updated = 1 then 'edit'
        when created > 0 then 'import' else 'bulk' end,
      "actorId",
      case when "actorId" is null then 'job' else 'session' end,
      case when "actorId" is null then 'check-expirations' end,
      at, created, updated, deleted
    from (
      select case when changes."ownerId" = ${sql.lit(globalOwner)} then coalesce(users."workspaceId", changes."ownerId")
          else changes."ownerId" end as "ownerId",
        changes."batchId" as id, min(changes."actorId") as "actorId", min(changes.at) as at,
        ${count('create')} as created, ${count('update')} as updated, ${count('delete')} as deleted
      from changes left join users on users.id = changes."actorId"
      group by 1, 2) acts`.execute(tx);
}

/**
 * Every change belongs to a batch. `schemaVersion` is the number of migrations that the stored record had seen. Its
 * default, 8, is for servers of an earlier version that are still running. Since 9, an update stores only the changed
 * fields.
 */
export async function up(tx: Tx): Promise<void> {
  await createBatches(tx);
  await tx.schema
    .alterTable('changes')
    .addColumn('schemaVersion', 'integer', (column) => column.notNull().defaultTo(8))
    .execute();
  await fillBatches(tx);
  await tx.schema
    .createIndex('changes_by_batch')
    .on('changes')
    .columns(['ownerId', 'batchId', 'id'])
    .execute();
}
