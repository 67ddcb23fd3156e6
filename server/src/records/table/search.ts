import { lowerCase } from '@quartermaster/contract/api/fields';
import type { TextPath } from '@quartermaster/contract/api/kind';
import { folded, searchWords } from '@quartermaster/contract/rules/folded';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, keyColumn, referenceAt } from '../kinds/entities.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen } from './scope.ts';
import { foldedText } from './text-keys.ts';
import { type Condition, allOf, anyOf, contains, isAmong, isOneOf } from './conditions.ts';

type Fields = Record<string, unknown>;

/** The values at a path, through every element of a list. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path));
  return valuesAt((value as Fields | null | undefined)?.[key], rest);
}

const isForeign = (table: OwnedTableName, path: string): boolean => {
  const [first = '', ...rest] = path.split('.');
  return rest.length > 0 && entityOf[table].fields[first] === undefined;
};

/** A record's searchable texts, folded, one per line; never a secret. A rule can add `more`. */
export function searchText(table: OwnedTableName, record: Fields, more: readonly string[]): string {
  const { search, labels = {} } = entityOf[table];
  const words = search.flatMap((path: TextPath): unknown[] => {
    if (typeof path !== 'string') return [hostAndPort(String(record[path.host]), Number(record[path.port]))];
    if (isForeign(table, path)) return [];
    const values = valuesAt(record, path.split('.'));
    return [...values, ...values.map((value) => labels[path]?.[String(value)])];
  });
  const tags = ((record['tags'] ?? []) as Tag[]).map(({ type, value }) => `${type}:${value}`);
  const texts = [...new Set([...words, ...more, ...tags])];
  return folded(texts.filter((word) => typeof word === 'string' && word !== '').join('\n'));
}

/** A choice also contains the words if its label does. */
function fieldContains(table: OwnedTableName, field: string, words: string): Condition {
  const labels = entityOf[table].labels?.[field];
  if (!labels) {
    const shown = contains(foldedText(table, field), words);
    const key = keyColumn(table, field);
    // Addresses may be typed in ASCII.
    const isOther = key !== field && entityOf[table].fields[field]?.caseless !== lowerCase;
    return isOther ? anyOf([shown, contains(sql.ref(`${table}.${key}`), words)]) : shown;
  }
  const chosen = Object.entries(labels).filter((texts) => texts.some((text) => folded(text).includes(words)));
  return chosen.length === 0
    ? sql`1 = 0`
    : isOneOf(
        `${table}.${field}`,
        chosen.map(([value]) => value),
      );
}

/** For each first step of the paths: whether a field at one of them, which may lead through references, contains the words. */
function pathsContain(
  db: Db,
  owner: Owner,
  table: OwnedTableName,
  paths: readonly (readonly string[])[],
  words: string,
): Condition[] {
  const steps = Map.groupBy(paths, ([first = '']) => first);
  return [...steps].map(([first, through]) => {
    const rest = through.map(([, ...path]) => path).filter((path) => path.length > 0);
    if (rest.length === 0) return fieldContains(table, first, words);
    const { column, to } = referenceAt(table, first);
    const ids = sql`select ${sql.ref(`${to}.id`)} from ${sql.table(to)}
      where ${isSeen(to, owner)} and ${anyOf(pathsContain(db, owner, to, rest, words))}`;
    return isAmong(db, `${table}.${column}`, ids);
  });
}

/**
 * Whether a record or one that it refers to contains the word. PostgreSQL uses an index for each branch of an `or`, or
 * reads the owner's rows, whichever it estimates as cheaper. SQLite would always read the rows, so each branch is a
 * search of its own, on indexes that all contain the rowid.
 */
function mentionsWord(db: Db, owner: Owner, table: OwnedTableName, typed: string): Condition {
  const foreign = entityOf[table].search.filter(
    (path): path is string => typeof path === 'string' && isForeign(table, path),
  );
  const paths = foreign.map((path) => path.split('.'));
  const word = folded(typed);
  const places = [
    contains(sql.ref(`${table}.searchText`), word),
    ...pathsContain(db, owner, table, paths, word),
  ];
  if (engineOf<Schema>(db) === 'postgres') return anyOf(places);
  const own = isSeen(table, owner);
  const found = places.map((place) => sql`select rowid from ${sql.table(table)} where ${own} and ${place}`);
  return sql`${sql.ref(`${table}.rowid`)} in (${sql.join(found, sql` union all `)})`;
}

/** Whether a record, with those that it refers to, contains every word of a search. */
export const mentions = (db: Db, owner: Owner, table: OwnedTableName, search: string): Condition =>
  allOf([sql`1 = 1`, ...searchWords(search).map((word) => mentionsWord(db, owner, table, word))]);
