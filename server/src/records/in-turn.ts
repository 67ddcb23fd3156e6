import PQueue from 'p-queue';
import type { Owner } from '../access/owner.ts';
import type { Db } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';

/** Of all workspaces at a time, so that most of the connections stay free for short requests. */
const atOnce = 3;

interface Queues {
  all: PQueue;
  owners: Map<string, PQueue>;
}

const queues = new WeakMap<Db, Queues>();

function queuesOf(db: Db): Queues {
  const found = queues.get(db) ?? { all: new PQueue({ concurrency: atOnce }), owners: new Map() };
  queues.set(db, found);
  return found;
}

/**
 * Runs work on many records after that of the same workspace: at once they would lock the same rows, and hold connections
 * while they wait for one another. Refuses when more than `waitingAtMost` wait.
 */
export async function inTurn<T>(
  db: Db,
  owner: Owner,
  waitingAtMost: number,
  work: () => Promise<T>,
): Promise<T> {
  const { all, owners } = queuesOf(db);
  const own = owners.get(owner.id) ?? new PQueue({ concurrency: 1 });
  if (own.size >= waitingAtMost)
    throw new AppError(
      'RATE_LIMITED',
      'Too many imports and bulk actions at once; try again in a moment',
      undefined,
      5,
    );
  owners.set(owner.id, own);
  try {
    return await own.add(() => all.add(work));
  } finally {
    if (own.size + own.pending === 0) owners.delete(owner.id);
  }
}
