import type { Tx } from '../schema.ts';

/** A key's state in a rotation, and since when. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema
    .alterTable('wrapped_keys')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('current'))
    .execute();
  await tx.schema
    .alterTable('wrapped_keys')
    .addColumn('since', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
