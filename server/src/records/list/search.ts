import { lowerCase } from '@quartermaster/contract/api/fields';
import type { TextPath } from '@quartermaster/contract/api/kind';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import { nameOf } from '../../db/names.ts';
import type { Db, OwnedTableName, Schema } from '../../db/schema.ts';
import { entityOf, keyColumn, referenceAt } from '../entities.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen } from '../scope.ts';
import { type Condition, allOf, anyOf, contains, isAmong } from './conditions.ts';

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

/** A record's searchable texts in lower case, one per line; never a secret. A rule can add `more`. */
export function searchText(table: OwnedTableName, record: Fields, more: readonly string[]): string {
  const { search, labels = {} } = entityOf[table];
  const words = search.flatMap((path: TextPath): unknown[] => {
    if (typeof path !== 'string') return [hostAndPort(String(record[path.host]), Number(record[path.port]))];
    if (isForeign(table, path)) return [];
    const values = valuesAt(record, path.split('.'));
    return [...values, ...values.map((value) => labels[path]?.[String(value)])];
  });
  const tags = ((record['tags'] ?? []) as Tag[]).map(({ type, value }) => `${type}:${value}`);
  return [...new Set([...words, ...more, ...tags])]
    .filter((word) => typeof word === 'string' && word !== '')
    .join('\n')
    .toLowerCase();
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
    if (rest.length === 0) {
      const key = keyColumn(table, first);
      const text = nameOf<string>(`${table}.${key}`);
      const shown = sql<string>`lower(${nameOf(`${table}.${first}`)})`;
      if (key === first) return contains(shown, words);
      if (entityOf[table].fields[first]?.caseless === lowerCase) return contains(text, words);
      // Where the key shows that the text differs from it: the others are read from an index.
      return anyOf([contains(text, words), allOf([contains(text, 'xn--'), contains(shown, words)])]);
    }
    const { column, to } = referenceAt(table, first);
    const ids = sql`select ${nameOf(`${to}.id`)} from ${nameOf(to)}
      where ${isSeen(to, owner)} and ${anyOf(pathsContain(db, owner, to, rest, words))}`;
    return isAmong(db, `${table}.${column}`, ids);
  });
}

/**
 * Whether a record or one that it refers to contains the words. PostgreSQL uses an index for each branch of an `or`, or
 * reads the owner's rows, whichever it estimates as cheaper. SQLite would always read the rows, so each branch is a
 * search of its own, on indexes that all contain the rowid.
 */
export function mentions(db: Db, owner: Owner, table: OwnedTableName, words: string): Condition {
  const foreign = entityOf[table].search.filter(
    (path): path is string => typeof path === 'string' && isForeign(table, path),
  );
  const paths = foreign.map((path) => path.split('.'));
  const places = [
    contains(nameOf(`${table}.searchText`), words),
    ...pathsContain(db, owner, table, paths, words),
  ];
  if (engineOf<Schema>(db) === 'postgres') return anyOf(places);
  const own = isSeen(table, owner);
  const found = places.map((place) => sql`select rowid from ${nameOf(table)} where ${own} and ${place}`);
  return sql`${nameOf(`${table}.rowid`)} in (${sql.join(found, sql` union all `)})`;
}
