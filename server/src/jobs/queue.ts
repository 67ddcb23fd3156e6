import { v7 as uuid } from 'uuid';
import type { Db, Schema, Tx } from '../db/schema.ts';

export type JobRow = Schema['jobs'];

/** Longest time between attempts. */
export const maxBackoffMs = 3_600_000;
const firstBackoffMs = 10_000;
const rowsAtOnce = 100;

/** Exponential back-off with jitter, so that failed jobs do not retry in step. */
export const backoffMs = (attempts: number): number =>
  Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);

/** Adds a job unless one with its unique key exists. */
export async function enqueue(
  db: Db | Tx,
  job: Pick<JobRow, 'kind' | 'uniqueKey' | 'runAt'> & Partial<Pick<JobRow, 'progress'>>,
): Promise<void> {
  const row = {
    id: uuid(),
    attempts: 0,
    holder: null,
    leasedUntil: null,
    progress: null,
    lastError: null,
    lastRunAt: null,
    createdAt: Date.now(),
    ...job,
  };
  await (db as Db)
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('uniqueKey').doNothing())
    .execute();
}

/** Makes a job due that waits for its time; does not touch one that is running or retrying. */
export async function makeDue(db: Db | Tx, uniqueKey: string): Promise<void> {
  await (db as Db)
    .updateTable('jobs')
    .set({ runAt: 0 })
    .where('uniqueKey', '=', uniqueKey)
    .where('holder', 'is', null)
    .where('attempts', '=', 0)
    .execute();
}

/**
 * Jobs that are due or leased. A retry further ahead than the longest back-off was set by a clock that has since been
 * corrected.
 */
export const openJobs = (db: Db, kinds: readonly string[], now: number): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'in', kinds)
    .where((where) =>
      where.or([
        where('holder', 'is not', null),
        where('runAt', '<=', now),
        where.and([where('attempts', '>', 0), where('runAt', '>', now + maxBackoffMs)]),
      ]),
    )
    .orderBy('runAt')
    .limit(rowsAtOnce)
    .execute();

/** Leases a job unless it changed since it was read: of several processes, one succeeds. */
export async function claim(db: Db, row: JobRow, holder: string, leasedUntil: number): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ holder, leasedUntil, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .where('runAt', '=', row.runAt)
    .where('holder', row.holder === null ? 'is' : '=', row.holder)
    .where('leasedUntil', row.leasedUntil === null ? 'is' : '=', row.leasedUntil)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Changes a job as its holder; false if another process has taken it over. */
export async function updateHeld(
  db: Db,
  { id }: JobRow,
  holder: string,
  changes: Partial<JobRow>,
): Promise<boolean> {
  const update = db.updateTable('jobs').set(changes).where('id', '=', id).where('holder', '=', holder);
  return (await update.executeTakeFirst()).numUpdatedRows === 1n;
}

/** The columns that release a lease. */
export const released = { holder: null, leasedUntil: null };

export async function removeHeld(db: Db, { id }: JobRow, holder: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('holder', '=', holder).execute();
}
