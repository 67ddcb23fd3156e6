import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/**
 * Alerts are evaluated for what has changed. An installation of before has no row in `evaluations`, so that everything is
 * evaluated once, in steps, which fills in `nextAt`.
 */
const statements = [
  `alter table alerts add column "nextAt" bigint`,
  `create index alerts_due on alerts ("ownerId", "nextAt", id) where "nextAt" is not null`,
  `create index alerts_closed on alerts ("ownerId", "closedAt") where "closedAt" is not null`,
  `create index checks_unregistered on checks ("ownerId", "recordId") where "unregisteredSince" is not null`,
  `create index checks_by_host on checks ("ownerId", kind, host, "answeredAt")`,
  `create table evaluations (
    "ownerId" text not null, premises text not null, "lastId" text,
    constraint evaluations_pk primary key ("ownerId"),
    constraint evaluations_owner foreign key ("ownerId") references workspaces (id)
  )`,
  `create table records_to_evaluate (
    "ownerId" text not null, id text not null, "recordId" text not null,
    constraint records_to_evaluate_pk primary key ("ownerId", id),
    constraint records_to_evaluate_owner foreign key ("ownerId") references workspaces (id)
  )`,
  `create table notices (
    "ownerId" text not null, id text not null, "alertId" text not null, notice text not null,
    constraint notices_pk primary key ("ownerId", id),
    constraint notices_owner foreign key ("ownerId") references workspaces (id)
  )`,
];

export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
