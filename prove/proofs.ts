import type { Proof } from './proof.ts';
import { csv } from './proofs/csv.ts';
import { database } from './proofs/database.ts';
import { fullDisk } from './proofs/full-disk.ts';
import { fuzz } from './proofs/fuzz.ts';
import { isolation } from './proofs/isolation.ts';
import { keys } from './proofs/keys.ts';
import { kill } from './proofs/kill.ts';
import { many } from './proofs/many.ts';
import { migrate } from './proofs/migrate.ts';
import { power } from './proofs/power.ts';
import { stop } from './proofs/stop.ts';

/** In the order in which they run. */
export const proofs: readonly Proof[] = [isolation, keys, kill, power, fullDisk, database, csv, fuzz, migrate, stop, many];
