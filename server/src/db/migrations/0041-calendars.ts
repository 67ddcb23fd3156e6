import { sql } from 'kysely';
import type { Tx } from '../schema.ts';
import { withColumns } from './owned-table.ts';

/** Calendars and digests of members, which end with the membership. Those who are members already get digests from now on. */
export async function up(tx: Tx): Promise<void> {
  const member = ['ownerId', 'userId'] as never;
  await withColumns(tx.schema.createTable('calendars'), {
    ownerId: 'text',
    id: 'text',
    userId: 'text',
    name: 'text',
    hash: 'text',
    query: 'text',
    createdAt: 'bigint',
    lastReadAt: 'bigint?',
  })
    .addPrimaryKeyConstraint('calendars_pk', ['ownerId', 'id'] as never)
    // Requests name the token, not the workspace.
    .addUniqueConstraint('calendars_hash', ['hash'] as never)
    .addForeignKeyConstraint(
      'calendars_membership',
      member,
      'memberships',
      ['workspaceId', 'userId'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await tx.schema.createIndex('calendars_by_user').on('calendars').columns(['userId', 'ownerId']).execute();

  await withColumns(tx.schema.createTable('calendar_events'), {
    ownerId: 'text',
    calendarId: 'text',
    id: 'text',
    day: 'text',
    sequence: 'integer',
    changedAt: 'bigint',
    goneAt: 'bigint?',
  })
    .addPrimaryKeyConstraint('calendar_events_pk', ['ownerId', 'calendarId', 'id'] as never)
    .addForeignKeyConstraint(
      'calendar_events_calendar',
      ['ownerId', 'calendarId'] as never,
      'calendars',
      ['ownerId', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();

  await withColumns(tx.schema.createTable('digests'), {
    ownerId: 'text',
    userId: 'text',
    every: 'text',
    hour: 'integer',
    weekday: 'integer',
    since: 'bigint',
    days: 'text',
  })
    .addPrimaryKeyConstraint('digests_pk', member)
    .addForeignKeyConstraint(
      'digests_membership',
      member,
      'memberships',
      ['workspaceId', 'userId'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await sql`insert into digests ("ownerId", "userId", every, hour, weekday, since, days)
    select "workspaceId", "userId", 'day', 8, 1, ${sql.lit(Date.now())}, '[]' from memberships`.execute(tx);
}
