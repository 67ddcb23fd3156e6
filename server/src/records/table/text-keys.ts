import { sortPaths } from '@quartermaster/contract/api/kind';
import { isReference } from '@quartermaster/contract/api/fields';
import { folded } from '@quartermaster/contract/rules/folded';
import { sortKey } from '@quartermaster/contract/rules/sort-key';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, ownedTables, referenceAt } from '../kinds/entities.ts';

/** What a field's text is sorted or searched by, in a column of its own; null: there is no text. */
interface TextKey {
  field: string;
  column: string;
  make: (text: string) => string;
}

const isText = (table: OwnedTableName, name: string): boolean => {
  const field = entityOf[table].fields[name];
  return field?.column === 'text' && !isReference(field) && !(field.answer instanceof z.ZodEnum);
};

/** The field at the end of a path, as 'table.field'; undefined if it is no text. */
function textAtEnd(table: OwnedTableName, path: string): string | undefined {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return isText(table, first) ? `${table}.${first}` : undefined;
  if (entityOf[table].fields[first]) return undefined;
  return textAtEnd(referenceAt(table, first).to, rest.join('.'));
}

const endsOf = (pathsOf: (table: OwnedTableName) => readonly unknown[]): ReadonlySet<string> =>
  new Set(
    ownedTables.flatMap((table) =>
      pathsOf(table).flatMap((path) => (typeof path === 'string' ? (textAtEnd(table, path) ?? []) : [])),
    ),
  );
const sorted = endsOf((table) => Object.values(sortPaths(entityOf[table])));
/** Names, and what others find a record by; a record's own search covers all of its texts in `searchText`. */
const found = endsOf((table) => [
  entityOf[table].name,
  ...entityOf[table].search.filter((path) => typeof path === 'string' && path.includes('.')),
]);

/** The form in which a field's text is shown. */
const displayOf = (table: OwnedTableName, field: string) => entityOf[table].fields[field]?.display ?? String;

function definedKeys(table: OwnedTableName): TextKey[] {
  return Object.keys(entityOf[table].fields).flatMap((field) => {
    const display = displayOf(table, field);
    const name = `${table}.${field}`;
    return [
      ...(sorted.has(name)
        ? [{ field, column: `${field}Sort`, make: (text: string) => sortKey(display(text)) }]
        : []),
      ...(found.has(name)
        ? [{ field, column: `${field}Folded`, make: (text: string) => folded(display(text)) }]
        : []),
    ];
  });
}

const keys = new Map(ownedTables.map((table) => [table, definedKeys(table)]));
export const textKeys = (table: OwnedTableName): readonly TextKey[] => keys.get(table) ?? [];

/** The columns of a record's keys. */
export const textKeysOf = (table: OwnedTableName, record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    textKeys(table).flatMap(({ field, column, make }) => {
      const text = record[field];
      if (text === undefined) return [];
      return [[column, typeof text === 'string' && text !== '' ? make(text) : null]];
    }),
  );

const keyOrText = (alias: string, field: string, column: string) =>
  sql<string>`coalesce(${sql.ref(`${alias}.${column}`)}, lower(${sql.ref(`${alias}.${field}`)}))`;

/** A field to sort by: in the order of its key on both engines, which index this expression. */
export function sortedBy(db: Db, table: OwnedTableName, field: string, alias: string = table) {
  if (!sorted.has(`${table}.${field}`)) return sql.ref<string>(`${alias}.${field}`);
  const key = keyOrText(alias, field, `${field}Sort`);
  return engineOf<Schema>(db) === 'postgres' ? sql<string>`(${key} collate "C")` : key;
}

/** A field's text as search compares it, in byte order as its index on both engines. */
export function foldedKey(db: Db, table: OwnedTableName, field: string): RawBuilder<string> {
  const key = foldedText(table, field);
  return engineOf<Schema>(db) === 'postgres' ? sql<string>`(${key} collate "C")` : key;
}

/** A field's text as search compares it. */
export const foldedText = (
  table: OwnedTableName,
  field: string,
  alias: string = table,
): RawBuilder<string> =>
  found.has(`${table}.${field}`)
    ? keyOrText(alias, field, `${field}Folded`)
    : sql<string>`lower(${sql.ref(`${alias}.${field}`)})`;
