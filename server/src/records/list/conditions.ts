import { type Expression, type SqlBool, sql } from 'kysely';
import { known } from '../../lib/known.ts';
import type { Owner } from '../owner.ts';
import type { OwnedTableName } from '../../db/schema.ts';

export type Condition = Expression<SqlBool>;

/** A column of the list's own table or of one that it joins, e.g. `servers.name`. */
const ref = known((column: string) => sql.ref(column), 1000);

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Whether a text, in lower case already, holds the words anywhere. */
export const contains = (text: Expression<string>, words: string): Condition =>
  sql<SqlBool>`${text} like ${`%${escaped(words.toLowerCase())}%`} escape '\\'`;

/** The same of a column. */
export const holds = (column: string, words: string): Condition => contains(sql.ref(column), words);

/** Whether a text, in lower case already, begins with the words. */
export const begins = (text: Expression<string>, words: string): Condition =>
  sql<SqlBool>`${text} like ${`${escaped(words.toLowerCase())}%`} escape '\\'`;

export const equals = (column: string, value: string | number): Condition =>
  sql<SqlBool>`${ref(column)} = ${value}`;

/** The word of a query as the flag in the column. */
export const flagIs = (column: string, word: 'true' | 'false'): Condition =>
  equals(column, word === 'true' ? 1 : 0);

export const isOneOf = (column: string, values: readonly string[]): Condition =>
  sql<SqlBool>`${ref(column)} in (${sql.join(values)})`;

export const allOf = (conditions: readonly Condition[]) =>
  sql<SqlBool>`${sql.join([...conditions], sql` and `)}`;

export const anyOf = (...conditions: Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** Whether a reference points to a row that meets the conditions; the owner's must be among them. */
export const pointsTo = (column: string, table: OwnedTableName, ...conditions: Condition[]): Condition =>
  sql<SqlBool>`${ref(column)} in (select ${ref(`${table}.id`)} from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)})`;

/** Every element must match: `type:value` that tag, a bare word its type or its value. */
export function hasTags(owner: Owner, table: OwnedTableName, tags: string): Condition[] {
  const elements = tags.split(',').map((element) => element.trim());
  return elements
    .filter((element) => element !== '')
    .map((element) => {
      const colon = element.indexOf(':');
      const matches =
        colon < 0
          ? sql<SqlBool>`(t."type" = ${element} or t."value" = ${element})`
          : sql<SqlBool>`(t."type" = ${element.slice(0, colon).trim()} and t."value" = ${element.slice(colon + 1).trim()})`;
      return sql<SqlBool>`exists (select 1 from record_tags t where t."ownerId" = ${owner.id}
      and t."tableName" = ${table} and t."recordId" = ${ref(`${table}.id`)} and ${matches})`;
    });
}
