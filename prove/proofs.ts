import type { Proof } from './proof.ts';
import { stop } from './proofs/stop.ts';

/** In the order in which they run. */
export const proofs: readonly Proof[] = [stop];
