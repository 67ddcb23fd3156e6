import { sql } from 'kysely';
import type { Tx } from '../schema.ts';

const sameFact = sql`other."ownerId" = facts."ownerId" and other.kind = facts.kind
  and other.subject = facts.subject and other.field = facts.field and other.source = facts.source`;

/** Facts are kept once for what was asked about, the newest of each; the records that they are about, by their checks. */
async function keepFactsOnce(tx: Tx): Promise<void> {
  // Whatever has a fact has had an answer.
  await sql`insert into checks ("ownerId", area, "recordId", kind, subject, state, since, "checkedAt", "answeredAt", host)
    select "ownerId", min(area), "recordId", kind, subject, 'ok', min("firstSeenAt"), max("observedAt"),
      max("observedAt"), max("sourceHost")
    from facts where not exists (
      select 1 from checks where checks."ownerId" = facts."ownerId" and checks."recordId" = facts."recordId"
        and checks.kind = facts.kind and checks.subject = facts.subject)
    group by "ownerId", "recordId", kind, subject`.execute(tx);
  await sql`create index facts_newest on facts
    ("ownerId", subject, kind, field, source, "observedAt", id)`.execute(tx);
  await sql`delete from facts where exists (
    select 1 from facts as other where ${sameFact} and other."observedAt" > facts."observedAt")`.execute(tx);
  // Of several that were written together, the first: it has been seen for longest.
  await sql`delete from facts where exists (
    select 1 from facts as other where ${sameFact} and other.id < facts.id)`.execute(tx);
  await sql`drop index facts_newest`.execute(tx);
  await sql`drop index facts_unique`.execute(tx);
  await sql`alter table facts drop column "recordId"`.execute(tx);
  await sql`alter table facts drop column area`.execute(tx);
  await sql`create unique index facts_unique on facts
    ("ownerId", subject, kind, field, source)`.execute(tx);
  await sql`create index checks_by_subject on checks ("ownerId", subject, kind)`.execute(tx);
  await sql`create view record_facts as
    select checks."ownerId", checks."recordId", facts.id, facts.kind, facts.field, facts.subject, facts.value,
      facts.source, facts."sourceHost", facts."observedAt", facts."firstSeenAt"
    from checks join facts on facts."ownerId" = checks."ownerId" and facts.subject = checks.subject
      and facts.kind = checks.kind`.execute(tx);
}

/** Jobs that look something up name their workspace, so that workspaces take turns. */
async function nameWorkspaces(tx: Tx): Promise<void> {
  await sql`alter table jobs add column "ownerId" text`.execute(tx);
  await sql`update jobs set "ownerId" = substr("uniqueKey", length(kind) + 2, 36)
    where kind = 'look'`.execute(tx);
  await sql`create index jobs_turns on jobs (kind, "ownerId", "runAt")
    where holder is null and "ownerId" is not null`.execute(tx);
}

export async function up(tx: Tx): Promise<void> {
  await keepFactsOnce(tx);
  await nameWorkspaces(tx);
}
