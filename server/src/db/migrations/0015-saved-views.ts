import type { Tx } from '../schema.ts';
import { stamps, withColumns } from './owned-table.ts';

/** A person's named lists, separate for each workspace. */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('saved_views'), {
    ownerId: 'text',
    userId: 'text',
    id: 'text',
    area: 'text',
    name: 'text',
    query: 'text',
    ...stamps,
  })
    .addPrimaryKeyConstraint('saved_views_pk', ['ownerId', 'id'] as never)
    .addForeignKeyConstraint('saved_views_owner', ['ownerId'] as never, 'workspaces', ['id'])
    .addForeignKeyConstraint('saved_views_user', ['userId'] as never, 'users', ['id'])
    .execute();
  await tx.schema
    .createIndex('saved_views_unique')
    .on('saved_views')
    .columns(['ownerId', 'userId', 'area', 'name'])
    .unique()
    .execute();
}
