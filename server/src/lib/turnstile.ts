import { AppError } from './errors.ts';

/** Lets tasks through one after the other. Refuses those that too many wait before, or that waited too long. */
export class Turnstile {
  readonly #most: number;
  readonly #longestMs: number;
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  constructor({ most, longestMs }: { most: number; longestMs: number }) {
    this.#most = most;
    this.#longestMs = longestMs;
  }

  async pass<T>(task: () => Promise<T>): Promise<T> {
    const came = Date.now();
    if (this.#waiting.length >= this.#most) throw crowded();
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    try {
      if (Date.now() - came > this.#longestMs) throw crowded();
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy = false;
    }
  }
}

const crowded = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many sign-ins at once; try again in a moment', undefined, 5);
