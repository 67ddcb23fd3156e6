import { tagElements, valuesByType } from '@quartermaster/contract/rules/tags';
import { type Expression, type SqlBool, sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import type { Owner } from '../../access/owner.ts';

export type Condition = Expression<SqlBool>;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * Cast, because SQLite plans a statement anew whenever a bare parameter of `like` is bound, which took half of the time of a
 * page of 20; see https://sqlite.org/c3ref/prepare.html
 */
const pattern = (text: string) => sql`cast(${text} as text) escape '\\'`;

/** Whether a text contains the words, as they are. */
export const contains = (text: Expression<string>, words: string): Condition =>
  sql<SqlBool>`${text} like ${pattern(`%${escaped(words)}%`)}`;

/** Whether a text begins with the words, as they are. */
export const begins = (text: Expression<string>, words: string): Condition =>
  sql<SqlBool>`${text} like ${pattern(`${escaped(words)}%`)}`;

/** Whether a column's JSON has a string of this value; SQLite takes 'A' and 'a' for the same. */
export const mayHoldText = (column: string, value: string): Condition =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern(`%${escaped(JSON.stringify(value))}%`)}`;

export const equals = (column: string, value: string | number): Condition =>
  sql<SqlBool>`${sql.ref(column)} = ${value}`;

/** Of no values, none; PostgreSQL refuses an empty list. */
export const isOneOf = (column: string | Expression<string>, values: readonly string[]): Condition =>
  values.length > 0
    ? sql<SqlBool>`${typeof column === 'string' ? sql.ref(column) : column} in (${sql.join([...values])})`
    : sql<SqlBool>`1 = 0`;

/** The same of a query's values. As an array PostgreSQL looks them up by an index and considers no join. */
export const isAmong = (db: Db, column: string, query: Expression<unknown>): Condition =>
  engineOf<Schema>(db) === 'postgres'
    ? sql<SqlBool>`${sql.ref(column)} = any(array(${query}))`
    : sql<SqlBool>`${sql.ref(column)} in (${query})`;

export const allOf = (conditions: readonly Condition[]) =>
  sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;

export const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`;

/** Whether accounts have exactly one of a password and a Google login ('set'), as `hasValidAuth` says. */
export const authIs = (table: 'registrator_accounts' | 'cdn_accounts', word: string): Condition =>
  sql<SqlBool>`(${sql.ref(`${table}.isGoogleLogin`)} = 1) ${word === 'set' ? sql`=` : sql`<>`}
    (${sql.ref(`${table}.password`)} is null)`;

export interface TagFilters {
  /** Every element must match: `type:value` matches that tag, a bare word the type or value of any tag. */
  tags?: string | undefined;
  /** Of each type, any value must match. */
  tagsAny?: string | undefined;
}

export function hasTags(
  owner: Owner,
  table: OwnedTableName,
  { tags = '', tagsAny = '' }: TagFilters,
): Condition[] {
  const all = tagElements(tags).map((element) => {
    const colon = element.indexOf(':');
    return colon < 0
      ? sql`(type = ${element} or value = ${element})`
      : sql`(type = ${element.slice(0, colon).trim()} and value = ${element.slice(colon + 1).trim()})`;
  });
  const any = [...valuesByType(tagsAny)].map(
    ([type, values]) => sql`(type = ${type} and ${isOneOf('value', values)})`,
  );
  const matches = [...all, ...any];
  const [only, ...others] = matches;
  if (!only) return [];
  // Most filters name one: nothing to group then, which PostgreSQL plans badly.
  if (others.length === 0)
    return [
      sql`${sql.ref(`${table}.id`)} in (select "recordId" from record_tags where "ownerId" = ${owner.id}
        and "tagId" in (select id from tags where "ownerId" = ${owner.id} and "tableName" = ${table} and ${only}))`,
    ];
  const each = matches.map((match) => sql`max(case when ${match} then 1 else 0 end) = 1`);
  return [
    sql`${sql.ref(`${table}.id`)} in (select "recordId" from tags cross join record_tags
      where record_tags."ownerId" = tags."ownerId" and "tagId" = tags.id and tags."ownerId" = ${owner.id} and "tableName" = ${table} and (${sql.join(matches, sql` or `)})
      group by "recordId" having ${sql.join(each, sql` and `)})`,
  ];
}
