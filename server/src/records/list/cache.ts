import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Db, globalOwner } from '../../db/schema.ts';
import { jsonEntry } from '../../db/values-of.ts';
import { type Owner, scopeKey } from '../../access/owner.ts';
import type { Included } from './answer-columns.ts';

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

const stamp = sql<string>`"ownerId" || ' ' || stamp`;
const fromStamps = (owner: Owner) => sql`from stamps where "ownerId" in (${owner.id}, ${globalOwner})`;

/**
 * The revision of an owner's data and of global records: while it is unchanged, no process has written. Null on a
 * database without it. Migration 0004 explains why PostgreSQL stores several numbers for an owner.
 */
const revisionOf = ({ id }: Owner, stamps: readonly string[]): string | null =>
  stamps.some((each) => each.startsWith(id)) ? String(stamps.toSorted()) : null;

export async function currentRevision(db: Db, owner: Owner): Promise<string | null> {
  const { rows } = await sql<{ stamp: string }>`select ${stamp} as stamp ${fromStamps(owner)}`.execute(db);
  return revisionOf(
    owner,
    rows.map((row) => row.stamp),
  );
}

const includedAs = 'stamps';

/** Makes a page's statement read the revision too. */
export const stampEntries = (db: Db, owner: Owner): RawBuilder<unknown> =>
  sql`select ${jsonEntry(db, includedAs, sql`'stamp', ${stamp}`)} as entry ${fromStamps(owner)}`;

/** The revision of a page that was read with `stampEntries`; null if the page has no rows. */
export function revisionIn(owner: Owner, included: Included): string | null {
  const entries = included.get(includedAs) ?? [];
  return revisionOf(
    owner,
    entries.map(([, row]) => String(row['stamp'])),
  );
}

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
  const revision = db.isTransaction ? null : await currentRevision(db, owner);
  if (revision === null) return (await compute()).value;
  const known = lookUp<T>(db, owner, question, revision, now);
  if (known !== undefined) return known;
  const { value, until } = await compute();
  store(db, owner, question, { revision, from: now, until, value });
  return value;
}

/** The same for values that do not depend on the time. */
export const cached = <T>(db: Db, owner: Owner, question: string, compute: () => Promise<T>): Promise<T> =>
  cachedUntil(db, owner, question, 0, async () => ({ value: await compute(), until: Infinity }));
