import type { Tx } from '../schema.ts';

/** `domains_soonest` reads domains without a date in order, too. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.dropIndex('domains_undated').execute();
}
