import * as jobs from '@quartermaster/contract/jobs/jobs.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { implementPersonal } from '../../http/implement.ts';
import { type ListedJob, findJob, listJobs } from '../../jobs/list.ts';
import { runSoon } from '../../jobs/queue.ts';
import { iso } from '../../lib/clock.ts';
import { notFound } from '../../lib/errors.ts';
import { paginationOf } from '../../lib/pagination.ts';
import type { Services } from '../../services.ts';

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

const shown = ({ id, kind, uniqueKey, state, runAt, setAt, ...job }: ListedJob): jobs.BackgroundJob => ({
  id,
  kind,
  key: uniqueKey ?? kind,
  state,
  // One that was made due has no other time than that.
  runAt: iso(runAt === 0 ? setAt : runAt),
  attempts: job.attempts,
  progress: job.progress,
  lastError: job.lastError,
  startedAt: isoOrNull(job.startedAt),
  finishedAt: isoOrNull(job.lastRunAt),
});

export function jobRoutes({ api, db }: Services): void {
  implementPersonal(
    api,
    jobs.list,
    async ({ query: { page = 1, limit = serverLimits.jobRows, ...filter } }) => {
      const { rows, total } = await listJobs(db, filter, { limit, offset: (page - 1) * limit });
      return { jobs: rows.map(shown), pagination: paginationOf({ page, limit }, total) };
    },
  );
  implementPersonal(api, jobs.run, async ({ params: { id } }) => {
    await runSoon(db, id);
    const job = await findJob(db, id);
    if (!job) throw notFound('job');
    return { job: shown(job) };
  });
}
