import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { type JobRow, atOnce } from './queue.ts';

/** Leases a job unless it changed since it was read: of several processes, one succeeds. */
export async function claim(db: Db, row: JobRow, holder: string, leaseMs: number): Promise<boolean> {
  const now = Date.now();
  const result = await db
    .updateTable('jobs')
    .set({
      holder,
      leasedUntil: now + leaseMs,
      leasesLost: row.leasesLost + (row.holder === null ? 0 : 1),
      attempts: row.attempts + 1,
      runAt: now,
      setAt: now,
      startedAt: now,
      lateSince: null,
    })
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

/** Releases a job until a time, or until it is claimed again if it was made due while it ran. */
export async function release(
  db: Db,
  { id }: JobRow,
  holder: string,
  runAt: number,
  changes: Partial<JobRow>,
): Promise<void> {
  const next = sql<number>`case when "runAt" = 0 then 0 else cast(${Math.round(runAt)} as bigint) end`;
  await db
    .updateTable('jobs')
    .set({ ...changes, holder: null, leasedUntil: null, leasesLost: 0, runAt: next, setAt: Date.now() })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}

/** Removes a job as its holder, unless it was made due while it ran. */
export async function removeHeld(db: Db, { id }: JobRow, holder: string): Promise<boolean> {
  const remove = db.deleteFrom('jobs').where('id', '=', id).where('holder', '=', holder);
  return (await remove.where('runAt', '<>', atOnce).executeTakeFirst()).numDeletedRows === 1n;
}
