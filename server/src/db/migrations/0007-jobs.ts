import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** Background jobs. The unused table `leases` stays: servers of an earlier version may still be running. */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('jobs'), {
    id: 'text',
    kind: 'text',
    uniqueKey: 'text?',
    runAt: 'bigint',
    attempts: 'integer',
    holder: 'text?',
    leasedUntil: 'bigint?',
    progress: 'text?',
    lastError: 'text?',
    createdAt: 'bigint',
  })
    .addPrimaryKeyConstraint('jobs_pk', ['id'] as never)
    .addUniqueConstraint('jobs_unique', ['uniqueKey'] as never)
    .execute();
  await tx.schema.createIndex('jobs_by_time').on('jobs').column('runAt').execute();
}
