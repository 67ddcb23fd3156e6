import type { Context } from './context.ts';

/** One promise of docs/promises.md and the attack that would break it. */
export interface Proof {
  name: string;
  /** The promise, in one sentence. */
  promise: string;
  /** Time limit for the whole proof, in seconds. */
  seconds: number;
  /** Whether `npm run prove -- --quick` runs it too, with the small sizes of `context.quick`, on SQLite. */
  quick: boolean;
  /** Returns the measured result; throws if the promise is broken or could not be tested. */
  run: (context: Context) => Promise<string>;
}
