import type { Tx } from '../schema.ts';

/** What became of a mail at each of its addresses, and what the receivers of a channel answered. */
export async function up(tx: Tx): Promise<void> {
  for (const [table, column] of [
    ['deliveries', 'settled'],
    ['channels', 'answers'],
  ] as const)
    await tx.schema
      .alterTable(table)
      .addColumn(column, 'text', (each) => each.notNull().defaultTo('{}'))
      .execute();
}
