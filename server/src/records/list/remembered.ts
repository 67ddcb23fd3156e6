import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Owner } from '../owner.ts';
import { type Db, type Schema, globalOwner } from '../../db/schema.ts';
import { rowsOfShape } from './shapes.ts';

/** An answer, with the stamp that was read before or with its rows; without one it is not remembered. */
export interface Written {
  text: string;
  stamp: string | null | undefined;
}

interface Entry {
  stamp: string;
  /** From when to before when it is right, as long as nothing is written. */
  from: number;
  until: number;
  value: unknown;
}

/** Figures, by owner and what they tell. */
const figures = new WeakMap<Db, LRUCache<string, Entry>>();
const figuresAtMost = 500;

/** Answers as they were written out, by owner and what was asked. */
const answers = new WeakMap<Db, LRUCache<string, Written>>();
const answersAtMost = 200;
const answersCharacters = 4 * 1024 * 1024;
const answerCharacters = 128 * 1024;
/** In the place of the answer to a question that came once: to keep what nobody asks again costs a fifth of a page. */
const askedOnce: Written = { text: '', stamp: null };

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

async function readStamp(db: Db, owner: Owner): Promise<string | null> {
  const [row] = await rowsOfShape<{ stamp: string | null }>(db, 'stamp', stampParameters(owner), () =>
    db.selectNoFrom(stampOf(db, owner).as('stamp')).compile(),
  );
  return row?.stamp ?? null;
}

interface Reading {
  current: Promise<string | null>;
  /** Begins when the current one has ended. */
  next?: Promise<string | null>;
}
const readings = new WeakMap<Db, Map<string, Reading>>();

/**
 * Those who ask while it is being read share the next reading: what they have seen written was written before it
 * begins, which is not sure of the one that is under way. Where that fails, they are told so at once.
 */
function currentStamp(db: Db, owner: Owner): Promise<string | null> {
  const underWay = readings.get(db) ?? new Map<string, Reading>();
  readings.set(db, underWay);
  const begin = (): Promise<string | null> => {
    const current = readStamp(db, owner).finally(() => underWay.delete(owner.id));
    underWay.set(owner.id, { current });
    return current;
  };
  const known = underWay.get(owner.id);
  if (!known) return begin();
  return (known.next ??= known.current.then(begin));
}

const keyOf = (owner: Owner, what: string) => `${owner.id} ${what}`;

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
  const memory = figures.get(db) ?? new LRUCache<string, Entry>({ max: figuresAtMost });
  figures.set(db, memory);
  const key = keyOf(owner, what);
  const known = memory.get(key);
  if (known?.stamp === stamp && known.from <= now && now < known.until) return known.value as T;
  const { value, until } = await compute();
  memory.set(key, { stamp, from: now, until, value });
  return value;
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

/**
 * Answers what was written out for this owner before, when the question came again, as long as nothing that he sees has
 * been written since.
 */
export async function writtenOnce(
  db: Db,
  owner: Owner,
  what: string,
  write: () => Promise<Written>,
): Promise<string> {
  const memory =
    answers.get(db) ??
    new LRUCache<string, Written>({
      max: answersAtMost,
      maxSize: answersCharacters,
      maxEntrySize: answerCharacters,
      sizeCalculation: ({ text }) => text.length + 1,
    });
  answers.set(db, memory);
  const key = keyOf(owner, what);
  const known = memory.get(key);
  if (known?.stamp && known.stamp === (await currentStamp(db, owner))) return known.text;
  const written = await write();
  if (written.stamp) memory.set(key, known ? written : askedOnce);
  return written.text;
}
