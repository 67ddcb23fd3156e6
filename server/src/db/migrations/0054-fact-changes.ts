import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

/**
 * Facts that change keep their former values, by subject as facts are. A record has those of its subjects from after its
 * first look at each; null: it was made before that was kept.
 */
const statements = [
  `create table fact_changes (
    "ownerId" text not null, id text not null, kind text not null, field text not null, subject text not null,
    source text not null, before text, after text, "textFolded" text not null, at bigint not null,
    constraint fact_changes_pk primary key ("ownerId", id),
    constraint fact_changes_owner foreign key ("ownerId") references workspaces (id)
  )`,
  `create index fact_changes_newest on fact_changes ("ownerId", at, id)`,
  `create index fact_changes_of_subject on fact_changes ("ownerId", subject, kind, at)`,
  `alter table checks add column "firstCheckedAt" bigint`,
  `create view record_fact_changes as
    select checks."ownerId", checks.area, checks."recordId", fact_changes.id, fact_changes.kind, fact_changes.field,
      fact_changes.subject, fact_changes.source, fact_changes.before, fact_changes.after, fact_changes."textFolded",
      fact_changes.at
    from fact_changes join checks on checks."ownerId" = fact_changes."ownerId"
      and checks.subject = fact_changes.subject and checks.kind = fact_changes.kind
      and fact_changes.at > coalesce(checks."firstCheckedAt", 0)`,
  `alter table alerts add column change text`,
];

export async function up(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx);
}
