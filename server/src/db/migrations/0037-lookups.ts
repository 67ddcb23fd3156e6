import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** What is looked up about records, how that went, and how often others may be asked. */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('facts'), {
    ownerId: 'text',
    id: 'text',
    area: 'text',
    recordId: 'text',
    kind: 'text',
    field: 'text',
    subject: 'text',
    value: 'text',
    source: 'text',
    sourceHost: 'text?',
    observedAt: 'bigint',
    firstSeenAt: 'bigint',
  })
    .addPrimaryKeyConstraint('facts_pk', ['ownerId', 'id'] as never)
    .addForeignKeyConstraint('facts_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
  await tx.schema
    .createIndex('facts_unique')
    .on('facts')
    .columns(['ownerId', 'recordId', 'field', 'subject', 'source'])
    .unique()
    .execute();
  await withColumns(tx.schema.createTable('checks'), {
    ownerId: 'text',
    area: 'text',
    recordId: 'text',
    kind: 'text',
    subject: 'text',
    state: 'text',
    since: 'bigint',
    unregisteredSince: 'bigint?',
    checkedAt: 'bigint',
    answeredAt: 'bigint?',
    host: 'text?',
    error: 'text?',
  })
    .addPrimaryKeyConstraint('checks_pk', ['ownerId', 'recordId', 'kind', 'subject'] as never)
    .addForeignKeyConstraint('checks_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
  await tx.schema
    .createIndex('checks_by_state')
    .on('checks')
    .columns(['ownerId', 'state', 'recordId'])
    .execute();
  await withColumns(tx.schema.createTable('buckets'), {
    key: 'text',
    holder: 'text?',
    heldUntil: 'bigint',
    windows: 'text',
    stopUntil: 'bigint',
  })
    .addPrimaryKeyConstraint('buckets_pk', ['key'] as never)
    .execute();
  await withColumns(tx.schema.createTable('whois_servers'), {
    tld: 'text',
    host: 'text?',
    observedAt: 'bigint',
  })
    .addPrimaryKeyConstraint('whois_servers_pk', ['tld'] as never)
    .execute();
}
