import { BoundedCache } from '../lib/bounded-cache.ts';

/** Rights are cached for five seconds, so that a change takes effect within ten on every process. */
export class RightsCache<V extends NonNullable<unknown>> extends BoundedCache<V> {
  readonly #loading = new Map<string, Promise<V>>();

  constructor() {
    super({ ttl: 5000 });
  }

  /** Loads what is missing, once for all who ask meanwhile: hundreds of bodies can be complete at the same moment. */
  async read(key: string, load: () => Promise<V>): Promise<V> {
    const cached = this.get(key) ?? this.#loading.get(key);
    if (cached !== undefined) return cached;
    const loading = load();
    this.#loading.set(key, loading);
    const isWanted = () => this.#loading.get(key) === loading;
    try {
      const value = await loading;
      if (isWanted()) this.set(key, value);
      return value;
    } finally {
      if (isWanted()) this.#loading.delete(key);
    }
  }

  /** What is being loaded may be older than the reason to forget it. */
  override delete(key: string): boolean {
    this.#loading.delete(key);
    return super.delete(key);
  }

  override clear(): void {
    this.#loading.clear();
    super.clear();
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
