import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { type SqlBool, sql } from 'kysely';
import { engineOf } from '../db/engines/engine-of.ts';
import { nameOf } from '../db/names.ts';
import { type Db, type OwnedTableName, type Schema, globalOwner } from '../db/schema.ts';
import { BoundedCache } from '../lib/bounded-cache.ts';
import { entityOf } from './entities.ts';
import { type Condition, allOf, anyOf, equals, isOneOf, mayHoldText } from './list/conditions.ts';
import { type Extent, type Owner, scopeKey } from '../access/owner.ts';

/** Whether a scope hides some of a table's records; kinds without tags are visible to everyone. */
export const isScoped = (table: OwnedTableName, { scopes }: Pick<Owner, 'scopes'>): boolean =>
  scopes.length > 0 && 'tags' in entityOf[table].fields;

/** The owners of the visible rows of a table: the workspace and, for kinds with global records, the global owner. */
export const visibleOwners = (table: OwnedTableName, owner: Owner): string[] =>
  entityOf[table].global && owner.id !== globalOwner ? [owner.id, globalOwner] : [owner.id];

const names = (scope: Scope): Condition =>
  anyOf(scope.map(({ type, value }) => sql`(tags.type = ${type} and tags.value = ${value})`));

const ofTable = (table: OwnedTableName, owner: Extent): Condition =>
  sql`tags."ownerId" = ${owner.id} and tags."tableName" = ${table}`;

/**
 * How to find the rows of a scope. `each`, for scopes of many rows, looks up every row by itself, after a test on the
 * row's own `tags` column that rules most rows out cheaply; `offset` keeps PostgreSQL from turning it into a join.
 * `set` and `array` compute all ids at once; PostgreSQL expects few rows from an `array`, where for a set it would
 * assume the average number per tag and scan the table.
 */
export interface Lookup {
  way: 'set' | 'array' | 'each';
  /** The ids of each scope's tags, if all of them exist; otherwise every statement looks them up, which PostgreSQL plans anew. */
  tagIds?: readonly (readonly number[] | undefined)[];
}

const bySet: Lookup = { way: 'set' };
export const byEach: Lookup = { way: 'each' };

/** Whether a row carries a tag of the scope; `ids` are those of its tags, if known. */
function carries(
  table: OwnedTableName,
  owner: Extent,
  scope: Scope,
  alias: string,
  way: Lookup['way'],
  ids: readonly number[] | undefined,
): Condition {
  const id = nameOf(`${alias}.id`);
  const ofScope = ids
    ? sql.join([...ids])
    : sql`select tags.id from tags where ${ofTable(table, owner)} and ${names(scope)}`;
  if (way === 'each')
    return sql<SqlBool>`${anyOf(scope.map(({ value }) => mayHoldText(`${alias}.tags`, value)))}
        and exists (select 1 from record_tags where record_tags."ownerId" = ${owner.id}
        and record_tags."recordId" = ${id} and record_tags."tagId" in (${ofScope})
        limit 1 offset 0)`;
  const all = ids
    ? sql`select "recordId" from record_tags where "ownerId" = ${owner.id} and "tagId" in (${ofScope})`
    : sql`select "recordId" from tags cross join record_tags where record_tags."ownerId" = tags."ownerId"
      and "tagId" = tags.id and ${ofTable(table, owner)} and ${names(scope)}`;
  return way === 'array' ? sql<SqlBool>`${id} = any(array(${all}))` : sql<SqlBool>`${id} in (${all})`;
}

/** The condition that a row is in the scopes; null if they hide nothing. */
export const inScope = (
  table: OwnedTableName,
  owner: Extent,
  alias: string = table,
  { way, tagIds }: Lookup = bySet,
): Condition | null =>
  isScoped(table, owner)
    ? allOf(owner.scopes.map((scope, at) => carries(table, owner, scope, alias, way, tagIds?.[at])))
    : null;

const within = (own: Condition, scope: Condition | null): Condition => (scope ? allOf([own, scope]) : own);

/** The condition that a row is visible. Every query of records uses it or `isOwn`. */
export const isSeen = (
  table: OwnedTableName,
  owner: Owner,
  alias: string = table,
  lookup: Lookup = bySet,
): Condition =>
  within(isOneOf(`${alias}.ownerId`, visibleOwners(table, owner)), inScope(table, owner, alias, lookup));

/** Like `isSeen`, for the workspace's own rows only. */
export const isOwn = (table: OwnedTableName, owner: Extent, alias: string = table): Condition =>
  within(equals(`${alias}.ownerId`, owner.id), inScope(table, owner, alias));

/** The condition that a reference is empty or its target visible; null if every target is. */
export function leadsToSeen(owner: Owner, to: OwnedTableName | undefined, column: string): Condition | null {
  if (to === undefined || !isScoped(to, owner)) return null;
  const id = nameOf(column);
  return sql`(${id} is null or ${id} in (select ${nameOf(`${to}.id`)} from ${nameOf(to)} where ${isSeen(to, owner)}))`;
}

/** From this many records on, each row of a scope is looked up by itself. */
const manyFrom = 1000;
const pageRows = 20;
const lookups = new WeakMap<Db, BoundedCache<Lookup>>();

/**
 * Whether looking up each row fills a page sooner than computing the ids of all `count` records in the scope: it reads
 * about pageRows * total / count rows.
 */
async function isDense(db: Db, owner: Owner, table: OwnedTableName, count: number): Promise<boolean> {
  if (count >= manyFrom) return true;
  const atMost = Math.floor(count ** 2 / pageRows);
  const { rows } = await sql<{ total: number }>`select count(*) as total from (
    select 1 as one from ${nameOf(table)} where "ownerId" = ${owner.id} limit ${sql.lit(atMost + 1)}) counted`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0) <= atMost;
}

/** The ids of a scope's tags, if all of them exist, and the number of records that carry them, up to a bound. */
async function tagsOf(db: Db, owner: Owner, table: OwnedTableName, scope: Scope) {
  const { rows } = await sql<
    TagName & { id: number; count: number }
  >`select tags.id, type, value, (select count(*) from (
      select 1 as one from record_tags where "ownerId" = ${owner.id} and "tagId" = tags.id
      limit ${sql.lit(manyFrom)}) counted) as count
    from tags where ${ofTable(table, owner)} and ${names(scope)}`.execute(db);
  return {
    ids: scope.every((tag) => has(rows, tag)) ? rows.map(({ id }) => id) : undefined,
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
  };
}

/**
 * Chooses the fastest lookup for a scope. A cached choice may be out of date, but every lookup finds the same rows: tags
 * are never deleted.
 */
export async function lookupOf(db: Db, owner: Owner, table: OwnedTableName): Promise<Lookup> {
  if (!isScoped(table, owner)) return bySet;
  const cache = lookups.get(db) ?? new BoundedCache<Lookup>({ max: 5000, ttl: 10_000 });
  lookups.set(db, cache);
  const key = `${scopeKey(owner)} ${table}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const tags = await Promise.all(owner.scopes.map((scope) => tagsOf(db, owner, table, scope)));
  const few = engineOf<Schema>(db) === 'postgres' ? 'array' : 'set';
  const fewest = Math.min(...tags.map(({ count }) => count));
  const lookup: Lookup = {
    way: (await isDense(db, owner, table, fewest)) ? 'each' : few,
    tagIds: tags.map(({ ids }) => ids),
  };
  cache.set(key, lookup);
  return lookup;
}

type TagName = Scope[number];

const has = (tags: readonly TagName[], { type, value }: TagName): boolean =>
  tags.some((tag) => tag.type === type && tag.value === value);

const carriesOne = (tags: readonly TagName[], scope: Scope): boolean => scope.some((tag) => has(tags, tag));

/** Evaluates the scopes on a record's tags: cheaper than `inScope` where the row is read anyway. */
export const tagsInScope = ({ scopes }: Owner, tags: unknown): boolean =>
  scopes.every((scope) => carriesOne((tags ?? []) as TagName[], scope));

/**
 * The error for a record whose tags are outside the scope: members with a scope can't write records that they would not
 * see.
 */
export function scopeErrors(table: OwnedTableName, owner: Owner, tags: unknown): FieldErrors {
  if (!isScoped(table, owner)) return {};
  const missing = owner.scopes.find((scope) => !carriesOne((tags ?? []) as TagName[], scope));
  if (!missing) return {};
  const listed = missing.map(({ type, value }) => `${type}:${value}`).join(', ');
  return { tags: `Your access needs one of these tags on the record: ${listed}` };
}
