import { sql } from 'kysely';
import type { Tx } from '../schema.ts';
import { stamps, withColumns } from './owned-table.ts';

/** Channels that alerts are sent over, and what is sent; sending is paused in a workspace after a restored backup. */
export async function up(tx: Tx): Promise<void> {
  const owned = (name: string, columns: Parameters<typeof withColumns>[1]) =>
    withColumns(tx.schema.createTable(name), { ownerId: 'text', id: 'text', ...columns })
      .addPrimaryKeyConstraint(`${name}_pk`, ['ownerId', 'id'] as never)
      .addForeignKeyConstraint(`${name}_owner`, ['ownerId'] as never, 'workspaces', ['id'])
      .execute();
  await owned('channels', {
    name: 'text',
    type: 'text',
    config: 'text',
    sealed: 'text',
    isActive: 'integer',
    refusals: 'integer',
    lastSentAt: 'bigint?',
    lastError: 'text?',
    ...stamps,
  });
  await owned('deliveries', {
    event: 'text',
    channelId: 'text?',
    userId: 'text?',
    alertId: 'text?',
    subject: 'text',
    distance: 'bigint?',
    told: 'text',
    state: 'text',
    attempts: 'text',
    attempted: 'integer',
    until: 'bigint',
    nextAt: 'bigint',
    sentAt: 'bigint?',
    createdAt: 'bigint',
  });
  const index = (name: string, columns: string, where = '') =>
    sql.raw(`create index deliveries_${name} on deliveries (${columns}) ${where}`).execute(tx);
  await index('waiting', '"nextAt", id', `where state = 'waiting'`);
  await index('newest', '"ownerId", "createdAt", id');
  await index('by_alert', '"ownerId", "alertId", "createdAt", id');
  await index('by_channel', '"ownerId", "channelId", "createdAt", id');
  await tx.schema.alterTable('workspaces').addColumn('sendingPausedAt', 'bigint').execute();
}
