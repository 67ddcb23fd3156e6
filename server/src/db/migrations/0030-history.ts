import { sql } from 'kysely';
import { type Tx, globalOwner } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** Undos that a job does, or whose answer can be asked for again. */
async function createRequests(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('undo_requests'), {
    ownerId: 'text',
    id: 'text',
    actorId: 'text',
    key: 'text?',
    request: 'text',
    batchId: 'text?',
    caller: 'text',
    answer: 'text?',
    createdAt: 'bigint',
  })
    .addPrimaryKeyConstraint('undo_requests_pk', ['ownerId', 'id'] as never)
    .addUniqueConstraint('undo_requests_key', ['ownerId', 'actorId', 'key'] as never)
    .execute();
  await tx.schema.createIndex('undo_requests_by_time').on('undo_requests').columns(['createdAt']).execute();
}

/** What was deleted, when, and the values that leave the history. */
async function trash(tx: Tx): Promise<void> {
  await tx.schema.alterTable('changes').addColumn('forgotten', 'text').execute();
  await sql`create index changes_of_deletions on changes ("ownerId", at, id) where action = 'delete'`.execute(
    tx,
  );
  const add = (column: string, initial: number) =>
    tx.schema
      .alterTable('workspaces')
      .addColumn(column, 'integer', (built) => built.notNull().defaultTo(initial))
      .execute();
  await add('historyDays', 730);
  await add('deletedSecretDays', 90);
}

/**
 * What people see of a batch: who made it, under the names that they had then; what it was about; whether it was undone.
 * Batches of earlier versions are filled in as far as their changes tell.
 */
export async function up(tx: Tx): Promise<void> {
  const texts = [
    'actorName',
    'actorEmail',
    'tokenId',
    'tokenName',
    /** What it was about: JSON. */
    'about',
    /** JSON. */
    'source',
    'undoOf',
    'undoneBy',
    /** JSON while it runs. */
    'progress',
  ];
  for (const name of texts) await tx.schema.alterTable('batches').addColumn(name, 'text').execute();
  await tx.schema
    .createIndex('batches_by_actor')
    .on('batches')
    .columns(['ownerId', 'actorId', 'at', 'id'])
    .execute();

  await sql`update batches set
    "actorName" = (select name from users where users.id = batches."actorId"),
    "actorEmail" = (select email from users where users.id = batches."actorId")
    where "actorId" is not null`.execute(tx);
  await sql`update batches set "tokenId" = "principalId",
    "tokenName" = (select name from api_tokens where api_tokens.id = batches."principalId")
    where "principalKind" = 'token'`.execute(tx);
  // The kind of record that was deleted comes first: other changes only followed from the deletion.
  const ofBatch = sql`from changes where changes."ownerId" in (batches."ownerId", ${sql.lit(globalOwner)})
    and changes."batchId" = batches.id`;
  await sql`update batches set about = (
    select '{"tables":{' || string_agg(entry, ',' order by place) || '}' || min(record) || '}' from (
      select '"' || "tableName" || '":' || count(*) as entry,
        min(case action when 'delete' then 0 else 1 end) as place,
        case when batches.created + batches.updated + batches.deleted = 1
          then ',"recordId":"' || min("recordId") || '"' else '' end as record
      ${ofBatch} group by "tableName") each)`.execute(tx);
  await createRequests(tx);
  await trash(tx);
}
