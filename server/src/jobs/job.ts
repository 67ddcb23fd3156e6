export const hourly = '0 * * * *';

/** One run of a job. It may be a repetition: of a run that failed, or whose process died. */
export interface JobRun {
  /** Aborted when the process stops, or has lost its lease. Check it between steps that are whole. */
  signal: AbortSignal;
  /** What the last run saved before it broke off; null at the start. */
  progress: string | null;
  /** Stores how far the run is, so that a repetition goes on from there. */
  save: (progress: string) => Promise<void>;
}

/** A kind of background work. */
export interface Job {
  kind: string;
  /** When it is due, in UTC; null for what is enqueued when needed. */
  cron: string | null;
  run: (run: JobRun) => Promise<void>;
}
