import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Owner } from '../access/owner.ts';
import { delaysOf } from '../db/engines/sqlite.ts';
import type { Db } from '../db/schema.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { AppError } from '../lib/errors.ts';

/** For all workspaces together, so that most connections stay free for short requests. */
const atOnce = 3;
/** After work that delayed others, the person's next one waits this many times as long as it took. */
const restFactor = 9;
const restAtMostMs = 60_000;
/** The longest wait for a pause to end: well below the time after which silent connections are closed. */
const waitAtMostMs = 30_000;

interface Queues {
  all: PQueue;
  workspaces: Map<string, PQueue>;
  people: Map<string, PQueue>;
  /** The end of each person's pause, by `performance.now()`. */
  rests: BoundedCache<number>;
}

const queues = new WeakMap<Db, Queues>();

function queuesOf(db: Db): Queues {
  const found = queues.get(db) ?? {
    all: new PQueue({ concurrency: atOnce }),
    workspaces: new Map(),
    people: new Map(),
    rests: new BoundedCache({ ttl: restAtMostMs }),
  };
  queues.set(db, found);
  return found;
}

const tooMany = (message: string, seconds: number) =>
  new AppError('RATE_LIMITED', message, undefined, seconds);

/** Runs work after earlier work with the same key. */
async function after<T>(lines: Map<string, PQueue>, key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? new PQueue({ concurrency: 1 });
  lines.set(key, line);
  try {
    return await line.add(work);
  } finally {
    if (line.size + line.pending === 0) lines.delete(key);
  }
}

/**
 * Runs work on many records one at a time for each workspace: concurrent work would lock the same rows, and hold
 * connections while waiting. Throws RATE_LIMITED when more than `waitingAtMost` wait. SQLite has one writer, and a
 * transaction can't be split: a person whose work delayed others waits before the next, or gets RATE_LIMITED if the
 * wait would be long, and thus holds the writer for a tenth of the time at most.
 */
export async function inTurn<T>(
  db: Db,
  { id, principal }: Owner,
  waitingAtMost: number,
  work: () => Promise<T>,
): Promise<T> {
  const { all, workspaces, people, rests } = queuesOf(db);
  if ((workspaces.get(id)?.size ?? 0) >= waitingAtMost)
    throw tooMany('Too many imports and bulk actions at once; try again in a moment', 5);
  const [person, queuedAt] = [principal.userId ?? id, performance.now()];
  const timed = async () => {
    const [began, delays] = [performance.now(), delaysOf(db)];
    try {
      return await work();
    } finally {
      const now = performance.now();
      const rest = Math.min((now - began) * restFactor, restAtMostMs);
      if (delaysOf(db) > delays) rests.set(person, now + rest);
    }
  };
  return after(workspaces, id, () =>
    after(people, person, async () => {
      const now = performance.now();
      const rest = (rests.get(person) ?? 0) - now;
      if (rest > 0) {
        if (now - queuedAt + rest > waitAtMostMs)
          throw tooMany(
            'Your last import or bulk action held up others; try again in a minute',
            Math.ceil(rest / 1000),
          );
        await pause(rest);
      }
      return all.add(timed);
    }),
  );
}
