import type { Tx } from '../schema.ts';

/** What servers know of the installation and share. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('installation_facts')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
