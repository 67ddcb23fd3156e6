import { v7 as uuid } from 'uuid';
import type { Db, Schema } from '../db/schema.ts';

type BucketRow = Schema['buckets'];

/** At most so many in so many milliseconds. */
export interface Window {
  ms: number;
  most: number;
}

/** One a second, in addition to one at a time, which holds for every bucket. */
export const oncePerSecond: readonly Window[] = [{ ms: 1000, most: 1 }];

/** The longest stop, and the longest queue: what lies further ahead was set by a clock that has since been corrected. */
export const longestStopMs = 86_400_000;
/** Clocks of several servers differ by less. */
const clocksDifferMs = 60_000;
/** How long a process waits, by its monotonic clock, for the end of a request of another one that may have died. */
const abandonedAfterMs = 20_000;
/** The longest time between two looks that counts as watching. */
const longestGapMs = 2000;
/** When to look again at a bucket in which a request is in progress. */
const inProgressMs = 500;
/** How far apart those of one queue come back that found no place at their time. */
const againMs = 200;
const attempts = 5;

/** A window that has begun. */
export interface Begun {
  ms: number;
  from: number;
  count: number;
}

/** A place in a bucket, or the time at which to come back. */
export type Turn = { end: () => Promise<void> } | { until: number };

/** The requests of this process that are in progress. */
const own = new Set<string>();

/** A request of another process, and for how long this one has seen it in progress. */
interface Watched {
  holder: string;
  at: number;
  forMs: number;
}
const watched = new WeakMap<Db, Map<string, Watched>>();

/** Whether nothing is in progress, or what is has not ended for so long that its process must have died. */
function isAbandoned(db: Db, { key, holder }: BucketRow): boolean {
  const seen = watched.get(db) ?? new Map<string, Watched>();
  watched.set(db, seen);
  const before = seen.get(key);
  seen.delete(key);
  if (holder === null) return true;
  if (own.has(holder)) return false;
  const at = performance.now();
  // A process that was suspended has watched nothing meanwhile.
  const forMs = before?.holder === holder ? before.forMs + Math.min(at - before.at, longestGapMs) : 0;
  seen.set(key, { holder, at, forMs });
  return forMs > abandonedAfterMs;
}

async function rowOf(db: Db, key: string): Promise<BucketRow> {
  const find = () => db.selectFrom('buckets').selectAll().where('key', '=', key).executeTakeFirst();
  const found = await find();
  if (found) return found;
  await db
    .insertInto('buckets')
    .values({ key, holder: null, windows: '[]', stopUntil: 0, queuedUntil: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find()) ?? { key, holder: null, windows: '[]', stopUntil: 0, queuedUntil: 0 };
}

/** Changes a bucket unless it has changed since it was read. */
async function change(db: Db, row: BucketRow, changes: Partial<BucketRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('buckets')
    .set(changes)
    .where('key', '=', row.key)
    .where('holder', row.holder === null ? 'is' : '=', row.holder)
    .where('windows', '=', row.windows)
    .where('stopUntil', '=', row.stopUntil)
    .where('queuedUntil', '=', row.queuedUntil)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The windows as they are now: ended ones begin anew, and one from the future began now. */
function begunAt(row: BucketRow, windows: readonly Window[], now: number): Begun[] {
  const stored = JSON.parse(row.windows) as Begun[];
  return windows.map(({ ms }) => {
    const found = stored.find((each) => each.ms === ms);
    if (!found || (found.from <= now && found.from + ms <= now)) return { ms, from: now, count: 0 };
    return { ...found, from: Math.min(found.from, now) };
  });
}

/** All times of a bucket that was used by a clock which was ahead, as the corrected clock has them; null: it was not. */
function setBack(
  { windows, stopUntil: stop, queuedUntil }: BucketRow,
  now: number,
): Partial<BucketRow> | null {
  const begun = JSON.parse(windows) as Begun[];
  const ahead = Math.max(0, ...begun.map(({ from }) => from - now));
  if (ahead <= clocksDifferMs) return null;
  return {
    windows: JSON.stringify(begun.map((each) => ({ ...each, from: each.from - ahead }))),
    stopUntil: Math.max(0, stop - ahead),
    queuedUntil: Math.max(0, queuedUntil - ahead),
  };
}

/** Who asks for a place. Each workspace, for instance, has a queue of its own, so that none waits behind another's. */
export interface Asking {
  queue: string;
  hasWaited: boolean;
}

const queueKey = (key: string, queue: string): string => `${key} ${queue}`;

/**
 * The next time in a queue, at least so far after the one before. Its row notes the time as a window does, by which a
 * clock that was ahead is found out.
 */
async function placeIn(db: Db, key: string, from: number, apartMs: number): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const row = await rowOf(db, key);
    const now = Date.now();
    const { queuedUntil } = { ...row, ...setBack(row, now) };
    const until = Math.max(from, (queuedUntil > now + longestStopMs ? 0 : queuedUntil) + apartMs);
    const windows = JSON.stringify([{ ms: apartMs, from: now, count: 0 } satisfies Begun]);
    if (await change(db, row, { queuedUntil: until, windows })) return until;
  }
  // Others were faster; whoever comes back soon is in nobody's way.
  return Date.now() + inProgressMs;
}

/** The time until which nothing is asked; 0: there is none. */
export async function stopOf(db: Db, key: string): Promise<number> {
  const now = Date.now();
  const row = await db.selectFrom('buckets').select('stopUntil').where('key', '=', key).executeTakeFirst();
  const stop = row?.stopUntil ?? 0;
  return stop > now && stop <= now + longestStopMs ? stop : 0;
}

/** Has a queue wait until a time, while others may ask. */
export const stopQueue = (db: Db, key: string, queue: string, until: number): Promise<void> =>
  stopUntil(db, queueKey(key, queue), until);

/**
 * Asks for the next place in a bucket. Who comes for the first time and finds none gets a time at the end of its queue;
 * who has waited, or goes ahead of it, the next free time, a moment after the others that do.
 */
export async function takeTurn(
  db: Db,
  key: string,
  windows: readonly Window[],
  { queue, hasWaited }: Asking,
): Promise<Turn> {
  const ownKey = queueKey(key, queue);
  const stopped = await stopOf(db, ownKey);
  const placeFrom = async (free: number, isSoon = hasWaited): Promise<Turn> => ({
    until: await (isSoon
      ? placeIn(db, `${ownKey} again`, free, againMs)
      : placeIn(db, ownKey, free, spacing(windows))),
  });
  if (stopped > 0) return placeFrom(stopped);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const row = await rowOf(db, key);
    const now = Date.now();
    const corrected = setBack(row, now);
    if (corrected) {
      await change(db, row, corrected);
      continue;
    }
    const begun = begunAt(row, windows, now);
    const full = begun.filter(
      ({ ms, count }) => count >= (windows.find((each) => each.ms === ms)?.most ?? 1),
    );
    const stop = row.stopUntil > now + longestStopMs ? 0 : row.stopUntil;
    const isFree = isAbandoned(db, row);
    if (isFree && stop <= now && full.length === 0) {
      const holder = uuid();
      const counted = begun.map((each) => ({ ...each, count: each.count + 1 }));
      own.add(holder);
      if (await change(db, row, { holder, windows: JSON.stringify(counted) }))
        return { end: () => endTurn(db, key, holder).finally(() => own.delete(holder)) };
      own.delete(holder);
      continue;
    }
    const free = Math.max(stop, isFree ? now : now + inProgressMs, ...full.map(({ from, ms }) => from + ms));
    // Room is left, and what is in progress soon over.
    return placeFrom(free, hasWaited || (full.length === 0 && stop <= now));
  }
  return { until: Date.now() + inProgressMs };
}

/** The time from one request to the next that all windows allow on average. */
const spacing = (windows: readonly Window[]): number =>
  Math.max(...windows.map(({ ms, most }) => Math.ceil(ms / most)));

/** Windows count from the end of a request, so that requests arrive as far apart as they should. */
async function endTurn(db: Db, key: string, holder: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const row = await rowOf(db, key);
    if (row.holder !== holder) return;
    const now = Date.now();
    const windows = (JSON.parse(row.windows) as Begun[]).map((each) =>
      each.count === 1 ? { ...each, from: now } : each,
    );
    if (await change(db, row, { holder: null, windows: JSON.stringify(windows) })) return;
  }
}

/** Nobody asks before a time, at most a day ahead. */
export async function stopUntil(db: Db, key: string, until: number): Promise<void> {
  const latest = Math.min(until, Date.now() + longestStopMs);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const row = await rowOf(db, key);
    if (row.stopUntil >= latest && row.stopUntil <= Date.now() + longestStopMs) return;
    if (await change(db, row, { stopUntil: latest })) return;
  }
}
