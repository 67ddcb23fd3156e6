import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** The client that a session began from, and failed sign-ins by client: limits count clients. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('sessions').addColumn('client', 'text').execute();
  await tx.schema.dropTable('sign_in_failures').execute();
  const columns = { id: 'text', address: 'text', client: 'text', at: 'bigint' } as const;
  await withColumns(tx.schema.createTable('sign_in_failures'), columns)
    .addPrimaryKeyConstraint('sign_in_failures_pk', ['id'] as never)
    .execute();
  for (const column of ['address', 'client'])
    await tx.schema
      .createIndex(`sign_in_failures_by_${column}`)
      .on('sign_in_failures')
      .columns([column, 'at'])
      .execute();
}
