import { sql } from 'kysely';
import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** The members of workspaces. Until now each workspace belonged to one user, who becomes its owner. */
export async function up(tx: Tx): Promise<void> {
  await withColumns(tx.schema.createTable('memberships'), {
    workspaceId: 'text',
    userId: 'text',
    role: 'text',
    createdAt: 'bigint',
  })
    .addPrimaryKeyConstraint('memberships_pk', ['workspaceId', 'userId'] as never)
    .addForeignKeyConstraint('memberships_workspace', ['workspaceId'] as never, 'workspaces', ['id'])
    .addForeignKeyConstraint('memberships_user', ['userId'] as never, 'users', ['id'])
    .execute();
  await tx.schema.createIndex('memberships_by_user').on('memberships').column('userId').execute();
  await sql`
    insert into memberships ("workspaceId", "userId", role, "createdAt")
    select "workspaceId", id, 'OWNER', "createdAt" from users`.execute(tx);
}
