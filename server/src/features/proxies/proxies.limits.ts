import { BoundedCache } from '../../lib/bounded-cache.ts';
import { AppError } from '../../lib/errors.ts';

const windowMs = 60_000;
const startsInWindow = 30;
const maxRunning = 5;
/** Longer than most tests take. */
const retrySeconds = 8;

const limited = (message: string, seconds: number) =>
  new AppError('RATE_LIMITED', message, undefined, seconds);

/** Limits each user's connection tests: in parallel, since each holds a socket, and per minute. */
export class ProxyTestLimits {
  readonly #running = new Map<string, number>();
  /** When the tests of the last minute started, oldest first, by the monotonic clock. */
  readonly #starts = new BoundedCache<number[]>({ ttl: windowMs });

  /** Runs a test, or refuses it with RATE_LIMITED and the seconds to wait. */
  async run<T>(userId: string, test: () => Promise<T>): Promise<T> {
    const running = this.#running.get(userId) ?? 0;
    if (running >= maxRunning)
      throw limited(`At most ${maxRunning} connection tests at once; wait for one to end`, retrySeconds);
    this.#count(userId);
    this.#running.set(userId, running + 1);
    try {
      return await test();
    } finally {
      const left = (this.#running.get(userId) ?? 1) - 1;
      if (left === 0) this.#running.delete(userId);
      else this.#running.set(userId, left);
    }
  }

  #count(userId: string): void {
    // In whole milliseconds: a sum of fractions may be a little more than the minute.
    const now = Math.floor(performance.now());
    const starts = (this.#starts.get(userId) ?? []).filter((start) => start > now - windowMs);
    const [oldest = now] = starts;
    if (starts.length >= startsInWindow)
      throw limited(
        `At most ${startsInWindow} connection tests a minute; try again later`,
        Math.ceil((oldest + windowMs - now) / 1000),
      );
    this.#starts.set(userId, [...starts, now]);
  }
}
