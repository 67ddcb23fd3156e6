import { BoundedCache } from '../lib/bounded-cache.ts';

/** Rights are cached for five seconds, so that a change takes effect within ten on every process. */
export class RightsCache<V extends NonNullable<unknown>> extends BoundedCache<V> {
  constructor() {
    super({ ttl: 5000 });
  }
}

const onceMs = 60_000;

/** Throttles the recording of last uses to once a minute. */
export class OnceAMinute {
  readonly #notedAt = new BoundedCache<number>();

  /** `last` is the stored time. If recording is due, it counts as done. */
  isDue(id: string, last: number | null): boolean {
    const now = Date.now();
    // Compare in both directions, as the clock may have been set back.
    if (Math.abs(now - (this.#notedAt.get(id) ?? last ?? 0)) < onceMs) return false;
    this.#notedAt.set(id, now);
    return true;
  }
}
