export const hourly = '0 * * * *';

/** One run of a job, possibly the repetition of a run that failed or whose process died. */
export interface JobRun {
  /** Aborted when the process stops or has lost its lease. Check it between steps. */
  signal: AbortSignal;
  /** The progress that an interrupted run saved; null at the start. */
  progress: string | null;
  /** Saves progress, from which a repetition continues. */
  save: (progress: string) => Promise<void>;
}

/** A kind of background work. */
export interface Job {
  kind: string;
  /** When it is due, in UTC; null for jobs that are enqueued on demand. */
  cron: string | null;
  run: (run: JobRun) => Promise<void>;
}
