import type { Tx } from '../schema.ts';

/** When a job's latest run ended, successful or not. */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('jobs').addColumn('lastRunAt', 'bigint').execute();
}
