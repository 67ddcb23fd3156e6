import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/**
 * A request in progress is watched, not timed; who waits for a bucket has a place in its queue. Checks know when the next
 * one is to come.
 */
export async function up(tx: Tx): Promise<void> {
  await tx.schema.alterTable('checks').addColumn('nextAt', 'bigint').execute();
  await sql`alter table buckets rename column "heldUntil" to "queuedUntil"`.execute(tx);
}
