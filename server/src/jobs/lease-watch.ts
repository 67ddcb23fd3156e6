import type { JobRow } from './queue.ts';

/**
 * Detects leases whose holder died by watching them: one that stays unchanged for its whole duration is free. Measures
 * with this process's monotonic clock and ignores the wall clock in `leasedUntil`, so that a clock that jumps neither
 * frees a running job nor blocks an abandoned one.
 */
export class LeaseWatch {
  readonly #leaseMs: number;
  #seen = new Map<string, { lease: string; since: number }>();

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** The rows whose lease has ended. Tracks only the rows of the previous call. */
  free(rows: readonly JobRow[]): JobRow[] {
    const now = performance.now();
    const seen = new Map<string, { lease: string; since: number }>();
    const free = rows.filter(({ id, holder, leasedUntil }) => {
      if (holder === null) return true;
      const lease = `${holder} ${leasedUntil}`;
      const before = this.#seen.get(id);
      const current = before?.lease === lease ? before : { lease, since: now };
      seen.set(id, current);
      return now - current.since > this.#leaseMs;
    });
    this.#seen = seen;
    return free;
  }
}
