import { Cron } from 'croner';
import type { Db } from '../db/schema.ts';
import type { Job } from './job.ts';
import { enqueue } from './queue.ts';

/** When a cron expression is due next; its times are UTC. */
export function nextRun(cron: string, now: number): number {
  const next = new Cron(cron, { timezone: 'UTC' }).nextRun(new Date(now));
  if (!next) throw new Error(`The schedule '${cron}' never comes`);
  return next.getTime();
}

/**
 * Adds the scheduled jobs that are not in the queue yet, due at once. One that waits for longer than its schedule
 * says was set by a clock that has been corrected since, and is set anew.
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
        .set({ runAt })
        .where('uniqueKey', '=', kind)
        .where('runAt', '=', row.runAt)
        .where('holder', 'is', null)
        .execute();
  }
}
