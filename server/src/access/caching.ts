import { LRUCache } from 'lru-cache';

const max = 10_000;

/** Who may do what is remembered for five seconds, so that what changes holds within ten on every process. */
export const remembered = { max, ttl: 5000 };

const onceMs = 60_000;

/** Tells when it is time to note again that something was used: once a minute. */
export class OnceAMinute {
  readonly #notedAt = new LRUCache<string, number>({ max });

  /** `last` is what is stored. If it is time, this counts as noted. */
  isDue(id: string, last: number | null): boolean {
    const now = Date.now();
    // Either way, since the clock may have been set back.
    if (Math.abs(now - (this.#notedAt.get(id) ?? last ?? 0)) < onceMs) return false;
    this.#notedAt.set(id, now);
    return true;
  }
}
