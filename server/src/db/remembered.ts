import { sql } from 'kysely';
import type { Owner } from './owner.ts';
import { type Db, globalOwner } from './schema.ts';

interface Entry {
  stamp: string;
  /** From when to before when it is right, as long as nothing is written. */
  from: number;
  until: number;
  value: unknown;
}

/** What is remembered for one database, the least recently used leaving first. */
const memories = new WeakMap<Db, Map<string, Entry>>();
const entriesAtMost = 500;

/**
 * What stands in the database of this owner's writes and of those to global records: the same text means that
 * nothing has been written between, by any process. Null where there are no stamps.
 */
async function stampOf(db: Db, owner: Owner): Promise<string | null> {
  const { rows } = await sql<{ ownerId: string; stamp: number }>`select "ownerId", stamp from stamps
    where "ownerId" in (${owner.id}, ${globalOwner}) order by "ownerId", stamp`.execute(db);
  if (!rows.some(({ ownerId }) => ownerId === owner.id)) return null;
  return JSON.stringify(rows.map(({ ownerId, stamp }) => [ownerId, stamp]));
}

export interface Timed<T> {
  value: T;
  /** Until when it is right if nothing is written. */
  until: number;
}

/**
 * Answers what was computed for this owner before, as long as nothing that he sees has been written since and
 * its time is not up. The stamp is read before the rows are: what is written in between makes it old at once.
 */
export async function rememberedUntil<T>(
  db: Db,
  owner: Owner,
  what: string,
  now: number,
  compute: () => Promise<Timed<T>>,
): Promise<T> {
  // In a transaction the stamp may be one that is never committed.
  const stamp = db.isTransaction ? null : await stampOf(db, owner);
  if (stamp === null) return (await compute()).value;
  const memory = memories.get(db) ?? new Map<string, Entry>();
  memories.set(db, memory);
  const key = JSON.stringify([owner.id, what]);
  const known = memory.get(key);
  if (known?.stamp === stamp && known.from <= now && now < known.until) {
    memory.delete(key);
    memory.set(key, known);
    return known.value as T;
  }
  const computed = await compute();
  memory.delete(key);
  memory.set(key, { stamp, from: now, until: computed.until, value: computed.value });
  if (memory.size > entriesAtMost) memory.delete([...memory.keys()][0] ?? '');
  return computed.value;
}

/** The same for what does not depend on the time. */
export const remembered = <T>(db: Db, owner: Owner, what: string, compute: () => Promise<T>): Promise<T> =>
  rememberedUntil(db, owner, what, 0, async () => ({ value: await compute(), until: Infinity }));
