import { sql } from 'kysely';
import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** Workspaces with several people: names, rights of members, invitations, and the audit. */
export async function up(tx: Tx): Promise<void> {
  const add = (
    table: string,
    column: string,
    type: 'text' | 'integer' | 'bigint',
    initial?: string | number,
  ) =>
    tx.schema
      .alterTable(table)
      .addColumn(column, type, (built) =>
        initial === undefined ? built : built.notNull().defaultTo(initial),
      )
      .execute();
  await add('workspaces', 'name', 'text', '');
  await add('workspaces', 'requireSecondFactor', 'integer', 0);
  await add('workspaces', 'deletedAt', 'bigint');
  await add('memberships', 'secrets', 'integer', 0);
  await add('memberships', 'scope', 'text', '[]');
  await add('users', 'name', 'text');
  await add('users', 'disabledAt', 'bigint');
  await add('sessions', 'address', 'text');
  await add('sessions', 'userAgent', 'text');
  await add('sessions', 'lastSeenAt', 'bigint');
  await add('sessions', 'confirmedAt', 'bigint', 0);
  // Until now each person was the only member; the workspace is named after the local part of their address.
  await sql`update memberships set secrets = 1`.execute(tx);
  const owners = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['memberships.workspaceId', 'users.email'])
    .execute();
  for (const { workspaceId, email } of owners)
    await sql`update workspaces set name = ${(email.split('@')[0] ?? email).slice(0, 100)} where id = ${workspaceId}`.execute(
      tx,
    );

  await withColumns(tx.schema.createTable('invitations'), {
    workspaceId: 'text',
    id: 'text',
    email: 'text',
    emailKey: 'text',
    role: 'text',
    secrets: 'integer',
    scope: 'text',
    tokenHash: 'text',
    invitedBy: 'text?',
    createdAt: 'bigint',
    expiresAt: 'bigint',
  })
    .addPrimaryKeyConstraint('invitations_pk', ['workspaceId', 'id'] as never)
    .addUniqueConstraint('invitations_token', ['tokenHash'] as never)
    .addForeignKeyConstraint('invitations_workspace', ['workspaceId'] as never, 'workspaces', ['id'])
    .execute();
  // Append-only, and about accounts that may be gone: no foreign keys.
  await withColumns(tx.schema.createTable('audit_events'), {
    id: 'text',
    /** null: an event of the installation. */
    workspaceId: 'text?',
    at: 'bigint',
    actorId: 'text?',
    actorName: 'text?',
    actorEmail: 'text?',
    tokenId: 'text?',
    tokenName: 'text?',
    address: 'text?',
    client: 'text?',
    action: 'text',
    subject: 'text?',
    details: 'text',
  })
    .addPrimaryKeyConstraint('audit_events_pk', ['id'] as never)
    .execute();
  await tx.schema
    .createIndex('audit_events_by_time')
    .on('audit_events')
    .columns(['workspaceId', 'at', 'id'])
    .execute();
}
