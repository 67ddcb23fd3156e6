import { sql } from 'kysely';
import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

const tables = [
  'email_accounts',
  'registrator_types',
  'proxies',
  'registrator_accounts',
  'hostings',
  'servers',
  'cdn_accounts',
  'domains',
];

/**
 * What is known of a domain's renewal, and dates on records of every kind: in the record, whose history they share, and
 * as rows for lists. Lists of all that expires read whole days and instants apart, since only instants depend on the
 * time zone.
 */
export async function up(tx: Tx): Promise<void> {
  await tx.schema
    .alterTable('domains')
    .addColumn('autoRenew', 'text', (column) => column.notNull().defaultTo('UNKNOWN'))
    .execute();
  await tx.schema.alterTable('domains').addColumn('price', 'bigint').execute();
  for (const name of ['currency', 'payer'])
    await tx.schema.alterTable('domains').addColumn(name, 'text').execute();
  for (const table of tables)
    await tx.schema
      .alterTable(table)
      .addColumn('dates', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();

  await withColumns(tx.schema.createTable('dates'), {
    ownerId: 'text',
    id: 'text',
    area: 'text',
    recordId: 'text',
    what: 'text',
    date: 'bigint',
    label: 'text?',
    autoRenew: 'text',
    price: 'bigint?',
    currency: 'text?',
    payer: 'text?',
    createdAt: 'bigint',
    updatedAt: 'bigint',
  })
    .addPrimaryKeyConstraint('dates_pk', ['ownerId', 'id'] as never)
    .addForeignKeyConstraint('dates_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
  const index = (name: string, table: string, columns: string, where = '') =>
    sql.raw(`create index ${name} on ${table} (${columns}) ${where}`).execute(tx);
  await index('dates_soonest', 'dates', '"ownerId", date, id');
  await index('dates_by_record', 'dates', '"ownerId", "recordId", date, id');
  const soonest = '"ownerId", "expirationDate", id';
  await index('domains_by_day', 'domains', soonest, 'where "expirationDate" % 86400000 = 0');
  await index('domains_by_instant', 'domains', soonest, 'where "expirationDate" % 86400000 <> 0');
  await index('domains_undated', 'domains', '"ownerId", id', 'where "expirationDate" is null');
  await index('secret_changes_by_time', 'secret_changes', '"ownerId", at, "changeId", path');

  await withColumns(tx.schema.createTable('alert_settings'), { ownerId: 'text', settings: 'text' })
    .addPrimaryKeyConstraint('alert_settings_pk', ['ownerId'] as never)
    .addForeignKeyConstraint('alert_settings_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .execute();
}
