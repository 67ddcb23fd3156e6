import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db, Schema } from '../db/schema.ts';
import { rowsOf } from '../db/values-of.ts';

export type JobRow = Schema['jobs'];

/** Longest time between attempts. */
const maxBackoffMs = 3_600_000;
const firstBackoffMs = 10_000;
/** Clocks of several servers differ by less. */
const clocksDifferMs = 60_000;
/** `runAt` of a job that is due whatever the clock says. */
export const atOnce = 0;

/** Exponential back-off with jitter, so that failed jobs do not retry in step. */
export const backoffMs = (attempts: number): number =>
  Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);

type Queued = Pick<JobRow, 'kind' | 'uniqueKey' | 'runAt'> & Partial<Pick<JobRow, 'progress' | 'ownerId'>>;

const newRow = (job: Queued): JobRow => {
  const now = Date.now();
  return {
    id: uuid(),
    ownerId: null,
    setAt: now,
    attempts: 0,
    holder: null,
    leasedUntil: null,
    leasesLost: 0,
    progress: null,
    lastError: null,
    startedAt: null,
    lastRunAt: null,
    lateSince: null,
    createdAt: now,
    ...job,
  };
};

/** Adds a job unless one with its unique key exists. */
export async function enqueue(db: Db, job: Queued): Promise<void> {
  await db
    .insertInto('jobs')
    .values(newRow(job))
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .execute();
}

const columnsOf = (rows: readonly JobRow[]) => Object.keys(rows[0] ?? {}) as (keyof JobRow)[];

/** Adds jobs, at most a few hundred, except those whose keys exist. */
export async function enqueueMany(db: Db, jobs: readonly Queued[]): Promise<void> {
  const rows = jobs.map(newRow);
  if (rows.length === 0) return;
  const columns = columnsOf(rows);
  await db
    .insertInto('jobs')
    .columns(columns)
    .expression(rowsOf(db, 'jobs', columns, rows))
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .execute();
}

/**
 * Has jobs, at most a few hundred, run at once and go on with this progress, in spite of a back-off. Adds missing ones;
 * leaves those alone that are running.
 */
export async function enqueueAhead(
  db: Db,
  of: Pick<JobRow, 'kind' | 'ownerId' | 'progress'>,
  keys: readonly string[],
): Promise<void> {
  const { progress } = of;
  const rows = [...keys].sort().map((uniqueKey) => newRow({ ...of, uniqueKey, runAt: atOnce }));
  if (rows.length === 0) return;
  const columns = columnsOf(rows);
  await db
    .insertInto('jobs')
    .columns(columns)
    .expression(rowsOf(db, 'jobs', columns, rows))
    .onConflict((conflict) =>
      conflict
        .column('uniqueKey')
        .doUpdateSet({ runAt: atOnce, setAt: Date.now(), progress })
        .where('jobs.holder', 'is', null),
    )
    .execute();
}

/** Adds a job that is due at once, or makes the one with its key due, as `makeDue` does. */
export async function enqueueDue(db: Db, job: Omit<Queued, 'runAt'>): Promise<void> {
  await db
    .insertInto('jobs')
    .values(newRow({ ...job, runAt: atOnce }))
    .onConflict((conflict) =>
      conflict
        .column('uniqueKey')
        .doUpdateSet({ runAt: atOnce, setAt: Date.now() })
        .where((where) => where.or([where('jobs.attempts', '=', 0), where('jobs.holder', 'is not', null)])),
    )
    .execute();
}

/** Makes a job due that waits for its time; one that runs will run again. Does not touch one that is retrying. */
export async function makeDue(db: Db, uniqueKey: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ runAt: atOnce, setAt: Date.now() })
    .where('uniqueKey', '=', uniqueKey)
    .where((where) => where.or([where('attempts', '=', 0), where('holder', 'is not', null)]))
    .execute();
}

/** Makes a job due in spite of its back-off, unless it is running. */
export async function runSoon(db: Db, id: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ runAt: atOnce, setAt: Date.now() })
    .where('id', '=', id)
    .where('holder', 'is', null)
    .execute();
}

/** Removes a job that is not needed any more, unless it is running. */
export async function removeWaiting(db: Db, uniqueKey: string): Promise<void> {
  await db.deleteFrom('jobs').where('uniqueKey', '=', uniqueKey).where('holder', 'is', null).execute();
}

/** Jobs that are leased, and of each kind the first that are due. */
export async function openJobs(
  db: Db,
  kinds: readonly string[],
  now: number,
  ofEach: number,
): Promise<JobRow[]> {
  const held = db.selectFrom('jobs').selectAll().where('kind', 'in', kinds).where('holder', 'is not', null);
  const [first, ...others] = kinds.map((kind) => {
    const due = db
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', kind)
      .where('holder', 'is', null)
      .where('runAt', '<=', now)
      .orderBy('runAt')
      .limit(ofEach);
    return db.selectFrom(due.as('due')).selectAll();
  });
  if (!first) return [];
  const due = others.reduce((all, next) => all.unionAll(next), first);
  return [...(await held.execute()), ...(await due.execute())];
}

/** When the next job that waits is due, of whichever kind: an index finds it at once. Null: none waits. */
export async function nextDue(db: Db, now: number): Promise<number | null> {
  const next = await db
    .selectFrom('jobs')
    .select('runAt')
    .where('holder', 'is', null)
    .where('runAt', '>', now)
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst();
  return next?.runAt ?? null;
}

/** Lets waits begin anew that a clock set which was ahead: since it was corrected, they would last too long. */
export async function restartWaits(db: Db, kinds: readonly string[], now: number): Promise<void> {
  const ahead = now + clocksDifferMs;
  const some = db.selectFrom('jobs').select('id').where('setAt', '>', ahead).where('kind', 'in', kinds);
  if (!(await some.limit(1).executeTakeFirst())) return;
  const wait = sql`cast(${now} as bigint) + "runAt" - "setAt"`;
  await db
    .updateTable('jobs')
    .set({ runAt: sql`case when "runAt" > ${now} then ${wait} else "runAt" end`, setAt: now })
    .where('setAt', '>', ahead)
    .where('kind', 'in', kinds)
    .where('holder', 'is', null)
    .execute();
}

/** Whether no process works on a job of these kinds, and none falls due before a time. */
export async function isQuiet(db: Db, kinds: readonly string[], time: number): Promise<boolean> {
  const some = db.selectFrom('jobs').select('id').where('kind', 'in', kinds);
  const held = some.where('holder', 'is not', null);
  const due = some.where('runAt', '<=', time);
  return (await held.unionAll(due).limit(1).executeTakeFirst()) === undefined;
}

/** Removes the jobs of a workspace, whose keys name it after the kind. A run that is under way loses its lease. */
export async function removeJobsOf(db: Db, ownerId: string): Promise<void> {
  await db.deleteFrom('jobs').where('uniqueKey', 'like', `% ${ownerId}%`).execute();
}
