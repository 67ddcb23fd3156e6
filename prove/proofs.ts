import type { Proof } from './proof.ts';
import { csv } from './proofs/csv.ts';
import { database } from './proofs/database.ts';
import { isolation } from './proofs/isolation.ts';
import { keys } from './proofs/keys.ts';
import { kill } from './proofs/kill.ts';
import { power } from './proofs/power.ts';
import { stop } from './proofs/stop.ts';

/** In the order in which they run. */
export const proofs: readonly Proof[] = [isolation, keys, kill, power, database, csv, stop];
