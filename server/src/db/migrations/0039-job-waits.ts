import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/** Many jobs of a kind: when each began and was told to wait, how often its lease was lost, since when it is late. */
export async function up(tx: Tx): Promise<void> {
  for (const column of ['startedAt', 'lateSince'])
    await tx.schema.alterTable('jobs').addColumn(column, 'bigint').execute();
  for (const column of ['setAt', 'leasesLost'])
    await tx.schema
      .alterTable('jobs')
      .addColumn(column, column === 'setAt' ? 'bigint' : 'integer', (add) => add.notNull().defaultTo(0))
      .execute();
  await sql`update jobs set "setAt" = coalesce("lastRunAt", "createdAt")`.execute(tx);
  await tx.schema.createIndex('jobs_due').on('jobs').columns(['kind', 'runAt']).execute();
  await tx.schema.createIndex('jobs_set').on('jobs').column('setAt').execute();
  await tx.schema
    .createIndex('jobs_held')
    .on('jobs')
    .column('kind')
    .where(sql.ref('holder'), 'is not', null)
    .execute();
  await tx.schema
    .createIndex('jobs_late')
    .on('jobs')
    .column('lateSince')
    .where(sql.ref('lateSince'), 'is not', null)
    .execute();
}
