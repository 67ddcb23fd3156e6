import type { Trial } from './trial.ts';

/** One promise of docs/promises.md and the attack that would break it. */
export interface Proof {
  name: string;
  /** What is promised, in one sentence. */
  promise: string;
  /** Longest time that the whole proof may take, in seconds. */
  seconds: number;
  /** Whether `npm test` runs it too, with the small sizes of `trial.quick`, on each engine. */
  quick: boolean;
  /** Answers the figure that was reached; throws where the promise is broken, or could not be tried. */
  run: (trial: Trial) => Promise<string>;
}
