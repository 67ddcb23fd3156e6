import type { JobState } from '@quartermaster/contract/jobs/jobs.routes';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { stuckAfterMs, watchedMs } from './lateness.ts';
import type { JobRow } from './queue.ts';

export type ListedJob = JobRow & { state: JobState };

const leasesLostAtMost = 2;

const isStuck = (now: number, watched: number): RawBuilder<boolean> => sql`(
  "leasesLost" > ${leasesLostAtMost}
  or (holder is null and "runAt" <= ${now} and "lateSince" <= ${watched - stuckAfterMs}))`;

const stateOf = (now: number, watched: number): RawBuilder<JobState> => sql`case
  when ${isStuck(now, watched)} then 'stuck'
  when holder is not null then 'running'
  when "lastError" is not null then 'failed'
  else 'waiting' end`;

export interface JobFilter {
  kind?: string | undefined;
  state?: JobState | undefined;
}

/** A part of the jobs, the next due first. */
export async function listJobs(
  db: Db,
  { kind, state }: JobFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedJob[]; total: number }> {
  const shown = stateOf(Date.now(), await watchedMs(db));
  let jobs = db.selectFrom('jobs');
  if (kind !== undefined) jobs = jobs.where('kind', '=', kind);
  if (state !== undefined) jobs = jobs.where(shown, '=', state);
  const rows = await jobs
    .selectAll()
    .select(shown.as('state'))
    .orderBy('runAt')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await jobs
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function findJob(db: Db, id: string): Promise<ListedJob | undefined> {
  const shown = stateOf(Date.now(), await watchedMs(db));
  return db.selectFrom('jobs').selectAll().select(shown.as('state')).where('id', '=', id).executeTakeFirst();
}

export const countInState = async (db: Db, state: JobState): Promise<number> =>
  (await listJobs(db, { state }, { limit: 0, offset: 0 })).total;
