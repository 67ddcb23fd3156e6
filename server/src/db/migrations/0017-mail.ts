import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** Queued mail, and links that work once. */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('mails'), {
    id: 'text',
    /** The mail, with its links. */
    sealed: 'text',
    createdAt: 'bigint',
    expiresAt: 'bigint',
    attempts: 'integer',
    nextAt: 'bigint',
    lastError: 'text?',
  })
    .addPrimaryKeyConstraint('mails_pk', ['id'] as never)
    .execute();
  await withColumns(tx.schema.createTable('one_time_tokens'), {
    hash: 'text',
    purpose: 'text',
    userId: 'text',
    email: 'text?',
    expiresAt: 'bigint',
  })
    .addPrimaryKeyConstraint('one_time_tokens_pk', ['hash'] as never)
    .addForeignKeyConstraint('one_time_tokens_user', ['userId'] as never, 'users', ['id'])
    .execute();
}
