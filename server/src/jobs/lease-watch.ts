import type { JobRow } from './queue.ts';

/**
 * Tells leases that are renewed from those whose holder died, by watching them: one that has not changed for its whole
 * length is free. The time is this process's own monotonic clock; what clocks say of `leasedUntil` does not matter, so
 * that a clock that jumps frees no job that runs and blocks none whose holder died.
 */
export class LeaseWatch {
  readonly #leaseMs: number;
  #seen = new Map<string, { lease: string; since: number }>();

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** The rows whose lease has ended. Remembers only the rows of the previous call. */
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
