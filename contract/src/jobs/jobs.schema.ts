import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageQuery, pagination } from '../api/query.ts';
import { id, queryText, time } from '../api/values.ts';
import { limits } from '../rules/limits.ts';
import { jobStates, jobsRoutes } from './jobs.routes.ts';

const job = z
  .object({
    id,
    kind: z.string(),
    /** What it is about; one runs at a time for each. */
    key: z.string(),
    /** Stuck: nobody has taken it for ten minutes of looking, or three runs in a row lost their lease. */
    state: z.enum(jobStates),
    /** When it is due; while it runs, when the run began. */
    runAt: time,
    /** Runs that began since the last one that succeeded. */
    attempts: z.number(),
    /** Where a next attempt goes on. */
    progress: z.string().nullable(),
    lastError: z.string().nullable(),
    startedAt: time.nullable(),
    /** When the latest run ended, successful or not. */
    finishedAt: time.nullable(),
  })
  .meta({ id: 'BackgroundJob' });
export type BackgroundJob = z.infer<typeof job>;

export const list = endpoint(jobsRoutes.list, {
  summary: 'The background jobs, the next due first',
  query: z.object({
    ...pageQuery,
    kind: queryText.max(limits.jobKind, `Kind must be less than ${limits.jobKind} characters`).optional(),
    state: z.enum(jobStates, { error: `State must be one of: ${jobStates.join(', ')}` }).optional(),
  }),
  data: z.object({ jobs: z.array(job), pagination }),
});
export const run = endpoint(jobsRoutes.run, {
  summary:
    'Run a background job as soon as a worker is free, in spite of its back-off; one that runs goes on',
  params: z.object({ id: z.string() }),
  data: z.object({ job }),
});
