import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './engine-of.ts';
import type { Owner } from './owner.ts';
import { type Db, type Schema, globalOwner } from './schema.ts';
import { rowsOfShape } from './shapes.ts';

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
 * nothing has been written between, by any process. Null where there are no stamps. It has two parameters, as below.
 */
export function stampOf(db: Db, owner: Owner): RawBuilder<string | null> {
  // Migration 0004 says why there is one number on SQLite and several may stand on PostgreSQL.
  const numbers =
    engineOf<Schema>(db) === 'sqlite' ? sql`stamp` : sql`string_agg(cast(stamp as text), ',' order by stamp)`;
  return sql`((select ${numbers} from stamps where "ownerId" = ${owner.id}) || ';' ||
    coalesce((select ${numbers} from stamps where "ownerId" = ${globalOwner}), ''))`;
}
export const stampParameters = (owner: Owner): string[] => [owner.id, globalOwner];

async function currentStamp(db: Db, owner: Owner): Promise<string | null> {
  const [row] = await rowsOfShape<{ stamp: string | null }>(db, 'stamp', stampParameters(owner), () =>
    db.selectNoFrom(stampOf(db, owner).as('stamp')),
  );
  return row?.stamp ?? null;
}

export interface Timed<T> {
  value: T;
  /** Until when it is right if nothing is written. */
  until: number;
}

/**
 * Answers what was computed for this owner before, as long as nothing that he sees has been written since and
 * its time is not up. The stamp is read before the rows are, here or by the caller: what is written in between makes
 * it old at once.
 */
export async function rememberedUntil<T>(
  db: Db,
  owner: Owner,
  what: string,
  now: number,
  compute: () => Promise<Timed<T>>,
  stampRead?: string | null,
): Promise<T> {
  // In a transaction the stamp may be one that is never committed.
  const stamp = db.isTransaction ? null : (stampRead ?? (await currentStamp(db, owner)));
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
  if (memory.size > entriesAtMost) {
    const [oldest = ''] = memory.keys();
    memory.delete(oldest);
  }
  return computed.value;
}

/** The same for what does not depend on the time. */
export const remembered = <T>(
  db: Db,
  owner: Owner,
  what: string,
  compute: () => Promise<T>,
  stampRead?: string | null,
): Promise<T> =>
  rememberedUntil(db, owner, what, 0, async () => ({ value: await compute(), until: Infinity }), stampRead);
