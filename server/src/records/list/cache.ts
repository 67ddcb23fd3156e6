import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/schema.ts';
import { type Owner, scopeKey } from '../../access/owner.ts';
import { currentRevision } from '../table/revision.ts';

interface Entry {
  revision: string;
  /** The value is valid from `from` until before `until` (ms), as long as nothing is written. */
  from: number;
  until: number;
  value: unknown;
}

/** Caches statistics and totals by owner and question. */
const caches = new WeakMap<Db, LRUCache<string, Entry>>();
const entries = 500;

/** The value stored at this revision, unless it has expired. */
export function lookUp<T>(db: Db, owner: Owner, question: string, revision: string, now = 0): T | undefined {
  const entry = caches.get(db)?.get(`${scopeKey(owner)} ${question}`);
  const holds = entry?.revision === revision && entry.from <= now && now < entry.until;
  return holds ? (entry.value as T) : undefined;
}

export function store(db: Db, owner: Owner, question: string, entry: Entry): void {
  const cache = caches.get(db) ?? new LRUCache<string, Entry>({ max: entries });
  caches.set(db, cache);
  cache.set(`${scopeKey(owner)} ${question}`, entry);
}

export interface Timed<T> {
  value: T;
  /** When it expires even if nothing is written, in ms. */
  until: number;
}

/**
 * Returns the cached value if nothing was written since and it has not expired, otherwise computes it. The revision is
 * read first; concurrent writes then invalidate.
 */
export async function cachedUntil<T>(
  db: Db,
  owner: Owner,
  question: string,
  now: number,
  compute: () => Promise<Timed<T>>,
): Promise<T> {
  // A revision read inside a transaction may never be committed.
  if (db.isTransaction) return (await compute()).value;
  const revision = await currentRevision(db, owner);
  const known = lookUp<T>(db, owner, question, revision, now);
  if (known !== undefined) return known;
  const { value, until } = await compute();
  store(db, owner, question, { revision, from: now, until, value });
  return value;
}

/** The same for values that do not depend on the time. */
export const cached = <T>(db: Db, owner: Owner, question: string, compute: () => Promise<T>): Promise<T> =>
  cachedUntil(db, owner, question, 0, async () => ({ value: await compute(), until: Infinity }));
