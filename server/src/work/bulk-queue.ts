import type { EventEmitter } from 'node:events';
import type { Owner } from '../access/owner.ts';
import type { Db } from '../db/schema.ts';
import { AppError } from '../lib/errors.ts';
import { KeyedQueues } from '../lib/keyed-queues.ts';

/** For all workspaces together, so that most connections stay free for short requests. */
const atOnce = 3;

/** So that one person in several workspaces leaves a place to the others. */
const ofOnePerson = atOnce - 1;

/** Work on many records, by workspace, by person, and all of it. */
interface Queues {
  workspaces: KeyedQueues;
  people: KeyedQueues;
  all: KeyedQueues;
}

const queues = new WeakMap<Db, Queues>();

function queuesOf(db: Db): Queues {
  const found = queues.get(db) ?? {
    workspaces: new KeyedQueues(1),
    people: new KeyedQueues(ofOnePerson),
    all: new KeyedQueues(atOnce),
  };
  queues.set(db, found);
  return found;
}

/**
 * Runs work on many records one at a time for each workspace, since concurrent work would lock the same rows, and hold
 * connections while waiting. Throws RATE_LIMITED when more than `waitingAtMost` wait, and ClientLeft if the client
 * leaves before it begins.
 */
export async function inBulkQueue<T>(
  db: Db,
  { id, principal }: Owner,
  client: EventEmitter,
  waitingAtMost: number,
  work: () => Promise<T>,
): Promise<T> {
  const { workspaces, people, all } = queuesOf(db);
  if (workspaces.waiting(id) >= waitingAtMost)
    throw new AppError(
      'RATE_LIMITED',
      'Too many imports and bulk actions at once; try again in a moment',
      undefined,
      5,
    );
  const inAll = () => all.run('', work, client);
  return workspaces.run(id, () => people.run(principal.userId ?? principal.id, inAll, client), client);
}
