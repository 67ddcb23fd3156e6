import type { JobRow } from './queue.ts';

/**
 * Detects leases whose holder died by watching them: one that stays unchanged for its whole duration is free. Measures
 * with this process's monotonic clock and ignores the wall clock in `leasedUntil`, so that a clock that jumps neither
 * frees a running job nor blocks an abandoned one. Of the time between two looks it counts `stepMs` at most: while this
 * process was paused, it saw nothing.
 */
export class LeaseWatch {
  readonly #leaseMs: number;
  readonly #stepMs: number;
  #seen = new Map<string, { lease: string; watchedMs: number }>();
  #lookedAt = performance.now();

  constructor(leaseMs: number, stepMs: number) {
    this.#leaseMs = leaseMs;
    this.#stepMs = stepMs;
  }

  /** The rows whose lease has ended. Tracks only the rows of the previous call. */
  free(rows: readonly JobRow[]): JobRow[] {
    const now = performance.now();
    const step = Math.min(Math.max(now - this.#lookedAt, 0), this.#stepMs);
    this.#lookedAt = now;
    const seen = new Map<string, { lease: string; watchedMs: number }>();
    const free = rows.filter(({ id, holder, leasedUntil }) => {
      if (holder === null) return true;
      const lease = `${holder} ${leasedUntil}`;
      const before = this.#seen.get(id);
      const watchedMs = before?.lease === lease ? before.watchedMs + step : 0;
      seen.set(id, { lease, watchedMs });
      return watchedMs > this.#leaseMs;
    });
    this.#seen = seen;
    return free;
  }
}
