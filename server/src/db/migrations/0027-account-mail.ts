import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** Kinds of mail, how much of it the last hour saw, and the events of a person's account. */
export async function up(tx: Tx): Promise<void> {
  // Of mail that waits already the kind is not known. As invitations, it delays nothing urgent.
  await tx.schema
    .alterTable('mails')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('invitation'))
    .execute();
  await withColumns(tx.schema.createTable('mail_counts'), { key: 'text', times: 'text', expiresAt: 'bigint' })
    .addPrimaryKeyConstraint('mail_counts_pk', ['key'] as never)
    .execute();
  await tx.schema
    .createIndex('audit_events_by_actor')
    .on('audit_events')
    .columns(['actorId', 'workspaceId', 'at', 'id'])
    .execute();
}
