import { BoundedCache } from './bounded-cache.ts';

/** A token bucket per client: `burst` tokens, and one more every `everyMs`, by the monotonic clock. */
export class TokenBuckets {
  readonly #burst: number;
  readonly #everyMs: number;
  /** When each client's bucket will be full again. */
  readonly #fullAt = new BoundedCache<number>();

  constructor(burst: number, everyMs: number) {
    this.#burst = burst;
    this.#everyMs = everyMs;
  }

  /** Takes a token. Returns 0, or the seconds until there will be one. */
  take(client: string): number {
    // In whole milliseconds: sums of fractions are off by a little, which would cost a token now and then.
    const now = Math.floor(performance.now());
    const fullAt = Math.max(now, this.#fullAt.get(client) ?? 0) + this.#everyMs;
    const wait = fullAt - now - this.#burst * this.#everyMs;
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#fullAt.set(client, fullAt);
    return 0;
  }
}
