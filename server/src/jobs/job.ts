export const hourly = '0 * * * *';

/** One run of a job. It may repeat one that failed or whose process died. */
export interface JobRun {
  /** Aborted when the process stops or has lost its lease. Check it between steps. */
  signal: AbortSignal;
  /** What the last interrupted run saved; null at the start. */
  progress: string | null;
  /** Saves progress, so that a repetition continues from there. */
  save: (progress: string) => Promise<void>;
}

/** A kind of background work. */
export interface Job {
  kind: string;
  /** When it is due, in UTC; null for what is enqueued when needed. */
  cron: string | null;
  run: (run: JobRun) => Promise<void>;
}
