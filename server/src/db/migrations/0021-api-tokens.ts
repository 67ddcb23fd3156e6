import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** API tokens. Each refers to its maker's membership and is deleted with it. */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('api_tokens'), {
    workspaceId: 'text',
    id: 'text',
    userId: 'text',
    name: 'text',
    permissions: 'text',
    scope: 'text',
    addresses: 'text',
    hash: 'text',
    createdAt: 'bigint',
    expiresAt: 'bigint',
    lastUsedAt: 'bigint?',
    lastUsedFrom: 'text?',
  })
    .addPrimaryKeyConstraint('api_tokens_pk', ['workspaceId', 'id'] as never)
    // Requests name the token, not the workspace.
    .addUniqueConstraint('api_tokens_id', ['id'] as never)
    .addForeignKeyConstraint(
      'api_tokens_membership',
      ['workspaceId', 'userId'] as never,
      'memberships',
      ['workspaceId', 'userId'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await tx.schema
    .createIndex('api_tokens_by_maker')
    .on('api_tokens')
    .columns(['userId', 'workspaceId'])
    .execute();
}
