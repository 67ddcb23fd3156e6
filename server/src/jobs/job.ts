export const hourly = '0 * * * *';

/** One run of a job, possibly the repetition of a run that failed or whose process died. */
export interface JobRun {
  /** Aborted when the process stops or has lost its lease. Check it between steps. */
  signal: AbortSignal;
  /** The job's unique key, which says what it is about. */
  key: string;
  /** How many runs in a row did not succeed before this one. */
  failures: number;
  /** The progress that an interrupted run saved; null at the start. */
  progress: string | null;
  /** Saves progress, from which a repetition continues. */
  save: (progress: string) => Promise<void>;
}

/** What a run resolves with for the job to stay and run again at a time, whatever its schedule says. */
export interface NextRun {
  nextAt: number;
}

/** A kind of background work. */
export interface Job {
  kind: string;
  /** When it is due, in UTC; null for jobs that are enqueued on demand, which are over when they are done. */
  cron: string | null;
  /** A person waits for it: a process that only serves does it, too. */
  isAskedFor?: true;
  /**
   * May come earlier than it asked for: a person ran it, or the clock was set back. Throws a `JobFailure` to say in words
   * why it failed, a `JobWaits` to come later.
   */
  run: (run: JobRun) => Promise<void> | Promise<NextRun | undefined>;
}

/** A failed attempt. Its message is stored and shown, so it must hold no secret, no row and nobody's answer. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  /** When to try again; null: after the usual back-off. */
  readonly retryAt: number | null;
  /** Of its line in the log. */
  readonly level: 'info' | 'debug';

  constructor(
    message: string,
    { retryAt = null, level = 'info' }: { retryAt?: number | null; level?: JobFailure['level'] } = {},
  ) {
    super(message);
    this.retryAt = retryAt;
    this.level = level;
  }
}

/** Gives the worker back until a time. No attempt: neither success nor failure. */
export class JobWaits extends Error {
  override readonly name = 'JobWaits';
  readonly until: number;

  constructor(until: number) {
    super('The job waits');
    this.until = until;
  }
}
