import { Cron } from 'croner';
import type { Db } from '../db/schema.ts';
import type { Job } from './job.ts';
import { enqueue } from './queue.ts';

/** The next time that a cron expression matches, in UTC. */
export function nextRun(cron: string, now: number): number {
  const next = new Cron(cron, { utcOffset: 0 }).nextRun(new Date(now));
  if (!next) throw new Error(`The schedule '${cron}' never comes`);
  return next.getTime();
}

/**
 * Enqueues scheduled jobs that are missing, due at once. Reschedules one that waits longer than its schedule allows:
 * its time was set by a clock that has since been corrected.
 */
export async function schedule(db: Db, jobs: readonly Job[], now: number): Promise<void> {
  const rows = await db
    .selectFrom('jobs')
    .select(['uniqueKey', 'runAt', 'holder'])
    .where(
      'uniqueKey',
      'in',
      jobs.map(({ kind }) => kind),
    )
    .execute();
  for (const { kind, cron } of jobs) {
    if (cron === null) continue;
    const row = rows.find(({ uniqueKey }) => uniqueKey === kind);
    const runAt = nextRun(cron, now);
    if (!row) await enqueue(db, { kind, uniqueKey: kind, runAt: now });
    else if (row.holder === null && row.runAt > runAt)
      await db
        .updateTable('jobs')
        .set({ runAt, setAt: now })
        .where('uniqueKey', '=', kind)
        .where('runAt', '=', row.runAt)
        .where('holder', 'is', null)
        .execute();
  }
}
