import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import { inSavepoint } from '../savepoint.ts';
import type { Schema, Tx } from '../schema.ts';
import { moveRevision, withColumns } from './owned-table.ts';

/**
 * The dates that are shown of domains and certificates, whether typed or looked up, in the order in which lists read them;
 * and what was found about domains, as it is compared with what is recorded.
 */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('shown_dates'), {
    ownerId: 'text',
    id: 'text',
    what: 'text',
    area: 'text',
    recordId: 'text',
    subject: 'text',
    part: 'integer',
    date: 'bigint?',
    state: 'text',
    source: 'text?',
    renewal: 'text?',
    confirmed: 'bigint?',
    createdAt: 'bigint',
  })
    .addPrimaryKeyConstraint('shown_dates_pk', ['ownerId', 'id'] as never)
    .addForeignKeyConstraint('shown_dates_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
  await sql`insert into shown_dates ("ownerId", id, what, area, "recordId", subject, part, date, state, source, "createdAt")
    select "ownerId", id || '.domain', 'domain', 'domains', id, '',
    case when "expirationDate" is null then 2 when "expirationDate" % 86400000 = 0 then 0 else 1 end, "expirationDate",
    case when "expirationDate" is null then 'unchecked' else 'dated' end,
    case when "expirationDate" is null then null else 'typed' end, "createdAt" from domains`.execute(tx);
  const soonest = ['ownerId', 'what', 'part', 'date', 'id', 'state'];
  await tx.schema.createIndex('shown_dates_soonest').on('shown_dates').columns(soonest).execute();
  await tx.schema
    .createIndex('shown_dates_by_record')
    .on('shown_dates')
    .columns(['ownerId', 'recordId', 'what'])
    .execute();
  await withColumns(tx.schema.createTable('findings'), {
    ownerId: 'text',
    recordId: 'text',
    field: 'text',
    source: 'text',
    found: 'text',
    fits: 'text',
    date: 'bigint?',
    isConfirmed: 'integer',
    ignoredAt: 'bigint?',
    ignoredReason: 'text?',
  })
    .addPrimaryKeyConstraint('findings_pk', ['ownerId', 'field', 'recordId'] as never)
    .addForeignKeyConstraint('findings_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
  await tx.schema.createIndex('findings_by_record').on('findings').columns(['ownerId', 'recordId']).execute();
  for (const table of ['shown_dates', 'findings'])
    if (engineOf<Schema>(tx) === 'sqlite') await moveRevision(tx, table);
    else await inSavepoint(tx, () => moveRevision(tx, table));
  for (const index of ['domains_by_day', 'domains_by_instant'])
    await tx.schema.dropIndex(index).ifExists().execute();
}
