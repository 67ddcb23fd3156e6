import type { JobRun } from '../src/jobs/job.ts';

/** What a job is run with by itself, outside of a worker. */
export const jobRun = (given: Partial<JobRun> = {}): JobRun => ({
  signal: new AbortController().signal,
  key: '',
  failures: 0,
  progress: null,
  save: () => Promise.resolve(),
  ...given,
});
