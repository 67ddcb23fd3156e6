import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/**
 * When a channel is tried again, an index by which each of them has its turn, and messages that are one row for many
 * channels until each of these has its own; who made a channel or a rule, and which addresses agreed to its mail.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table channels add column "waitUntil" bigint not null default 0`.execute(tx);
  await sql`drop index deliveries_waiting`.execute(tx);
  await sql`create index deliveries_waiting on deliveries ("ownerId", "channelId", "nextAt", id)
    where state = 'waiting'`.execute(tx);
  await sql`alter table deliveries add column "channelIds" text`.execute(tx);
  await sql`create index deliveries_unaddressed on deliveries ("ownerId", "createdAt", id)
    where "channelIds" is not null and state = 'waiting'`.execute(tx);
  for (const table of ['channels', 'alert_rules'])
    await sql`alter table ${sql.table(table)} add column "userId" text`.execute(tx);
  await sql`create table mail_recipients (
    "ownerId" text not null, "addressKey" text not null, address text not null, hash text, "askedAt" bigint not null,
    asked integer not null, "userId" text, "confirmedAt" bigint,
    constraint mail_recipients_pk primary key ("ownerId", "addressKey"),
    constraint mail_recipients_owner foreign key ("ownerId") references workspaces (id)
  )`.execute(tx);
  await sql`create unique index mail_recipients_by_hash on mail_recipients (hash)`.execute(tx);
}
