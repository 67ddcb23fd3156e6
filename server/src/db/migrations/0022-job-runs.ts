import type { Tx } from '../schema.ts';

/** When a job's latest run ended, however it did. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('jobs').addColumn('lastRunAt', 'bigint').execute();
}
