/**
 * Who sees which records. Members see those of the workspace and, of kinds that have them, the global ones. A scope, the
 * member's, their API token's or both, leaves the records that carry one of its tags; kinds without tags it leaves as they
 * are. Every query of records contains `isSeen` or `isOwn`.
 */
import type { Scope } from '@quartermaster/contract/members/members.schema';
import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { type SqlBool, sql } from 'kysely';
import { read } from '../../db/raw-sql.ts';
import { type Db, type OwnedTableName, globalOwner } from '../../db/schema.ts';
import { entityOf } from '../kinds/entities.ts';
import { type Condition, allOf, anyOf, equals, isOneOf, mayHoldText } from './conditions.ts';
import type { Extent, Owner } from '../../access/owner.ts';

/** Whether a scope hides some of a table's records. */
export const isScoped = (table: OwnedTableName, { scopes }: Pick<Owner, 'scopes'>): boolean =>
  scopes.length > 0 && 'tags' in entityOf[table].fields;

/** The owners of the visible rows of a table. */
export const visibleOwners = (table: OwnedTableName, owner: Owner): string[] =>
  entityOf[table].global && owner.id !== globalOwner ? [owner.id, globalOwner] : [owner.id];

/** The condition that a row is visible. */
export const isSeen = (
  table: OwnedTableName,
  owner: Owner,
  alias: string = table,
  lookup: Lookup = 'set',
): Condition =>
  within(isOneOf(`${alias}.ownerId`, visibleOwners(table, owner)), inScope(table, owner, alias, lookup));

/** Like `isSeen`, for the workspace's own rows only. */
export const isOwn = (table: OwnedTableName, owner: Extent, alias: string = table): Condition =>
  within(equals(`${alias}.ownerId`, owner.id), inScope(table, owner, alias));

const within = (own: Condition, scope: Condition | null): Condition => (scope ? allOf([own, scope]) : own);

/** The condition that a row is in the scopes; null if they hide nothing. */
export const inScope = (
  table: OwnedTableName,
  owner: Extent,
  alias: string = table,
  lookup: Lookup = 'set',
): Condition | null =>
  isScoped(table, owner)
    ? allOf(owner.scopes.map((scope) => carries(table, owner, scope, alias, lookup)))
    : null;

/** The condition that a reference is empty or its target visible; null if every target is. */
export function leadsToSeen(owner: Owner, to: OwnedTableName | undefined, column: string): Condition | null {
  if (to === undefined || !isScoped(to, owner)) return null;
  const id = sql.ref(column);
  return sql`(${id} is null or ${id} in (select ${sql.ref(`${to}.id`)} from ${sql.table(to)} where ${isSeen(to, owner)}))`;
}

/**
 * How to find a scope's rows: compute the set of all their ids, or look up each row by itself, which reads less where the
 * first few of many are wanted.
 */
export type Lookup = 'set' | 'each';

/** Whether a row carries a tag of the scope. */
function carries(
  table: OwnedTableName,
  owner: Extent,
  scope: Scope,
  alias: string,
  lookup: Lookup,
): Condition {
  const id = sql.ref(`${alias}.id`);
  if (lookup === 'set') return sql<SqlBool>`${id} in (${tagged(table, owner, scope)})`;
  // The row's own JSON rules most rows out without a lookup. The offset keeps PostgreSQL from making it a join.
  return sql<SqlBool>`${anyOf(scope.map(({ value }) => mayHoldText(`${alias}.tags`, value)))}
    and exists (${tagged(table, owner, scope)} and "recordId" = ${id} limit 1 offset 0)`;
}

/** The ids of the records that carry a tag of the scope. */
const tagged = (table: OwnedTableName, owner: Extent, scope: Scope) =>
  sql`select "recordId" from tags cross join record_tags
    where record_tags."ownerId" = tags."ownerId" and "tagId" = tags.id
      and tags."ownerId" = ${owner.id} and tags."tableName" = ${table}
      and ${anyOf(scope.map(({ type, value }) => sql`(tags.type = ${type} and tags.value = ${value})`))}`;

/** From this many records on, a scope is wide. */
const wideFrom = 1000;

/** Whether looking up each row in the order of a list fills a page sooner than finding all rows of the scopes. */
export async function hasWideScopes(db: Db, owner: Owner, table: OwnedTableName): Promise<boolean> {
  for (const scope of owner.scopes) {
    const { rows } = await read(
      db,
      sql<{ count: number }>`select count(*) as count
      from (${tagged(table, owner, scope)} limit ${sql.lit(wideFrom)}) counted`,
    );
    if ((rows[0]?.count ?? 0) < wideFrom) return false;
  }
  return true;
}

/**
 * The error for a record whose tags are outside the scope: members with a scope can't write records that they would not
 * see.
 */
export function scopeErrors(table: OwnedTableName, owner: Owner, tags: unknown): FieldErrors {
  if (!isScoped(table, owner)) return {};
  const given = (tags ?? []) as Scope;
  const carriesOne = (scope: Scope) =>
    scope.some(({ type, value }) => given.some((tag) => tag.type === type && tag.value === value));
  const missing = owner.scopes.find((scope) => !carriesOne(scope));
  if (!missing) return {};
  const listed = missing.map(({ type, value }) => `${type}:${value}`).join(', ');
  return { tags: `Your access needs one of these tags on the record: ${listed}` };
}
