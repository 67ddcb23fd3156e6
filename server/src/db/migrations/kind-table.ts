import { sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import { inSavepoint } from '../savepoint.ts';
import { type Schema, type Tx, globalOwner } from '../schema.ts';

// Released migrations call these functions: add new ones, but do not change what those make that exist.

/** The table of a kind of record, without what every kind has. Its columns follow from the fields in the contract. */
export interface KindTable {
  /** What SQL says of each column: its type, `not null`, a default. */
  columns: Record<string, string>;
  /** What no two records of a workspace have in common. */
  unique: readonly string[];
  /**
   * The columns that refer to other records, and the tables of those. One of `x…Id` that may lead to a global record has a
   * column `x…OwnerId` beside it.
   */
  references?: Record<string, string>;
  /** The texts that are compared without case; each has its key in a column `…Key`. */
  caseless?: readonly string[];
  /** The texts that lists are sorted by; each has a key in a column `…Sort`. */
  sorted?: readonly string[];
  /** Those of them by which lists are mostly sorted, with an index. */
  indexed?: readonly string[];
  /** The names and texts by which other records are found, in a column `…Folded` as search compares them. */
  found?: readonly string[];
}

/** The columns of kinds with tags and a comment. */
export const taggable = { tags: 'text not null', comment: 'text' };
/**
 * The same since they have a secure note: for the table of a kind that is added.
 * @public
 */
export const noted = {
  ...taggable,
  secretComment: 'integer not null default 0',
  secureNote: 'text',
};

const isSqlite = (tx: Tx): boolean => engineOf<Schema>(tx) === 'sqlite';
const run = (tx: Tx, statement: string) => sql.raw(statement).execute(tx);
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const each = (fields: readonly string[], ending: string, column: string) =>
  Object.fromEntries(fields.map((field) => [`${field}${ending}`, column]));

function columnsOf({ columns, caseless = [], sorted = [], found = [] }: KindTable): Record<string, string> {
  return {
    ...{ ownerId: 'text not null', id: 'text not null' },
    ...{ createdAt: 'bigint not null', updatedAt: 'bigint not null' },
    ...{ searchText: 'text not null', dates: `text not null default '[]'` },
    ...columns,
    ...each(caseless, 'Key', 'text not null'),
    ...each(sorted, 'Sort', 'text'),
    ...each(found, 'Folded', 'text'),
  };
}

/**
 * Creates the table of a kind with its constraints and indexes. The owner is in its key and in every reference, so
 * that the database refuses references across owners; it also leads the unique index, the index for 'newest first' and one for
 * each reference. Search has an index, on SQLite of the words that it reads instead of the rows.
 */
export async function kindTable(tx: Tx, name: string, kind: KindTable): Promise<void> {
  const { unique, references = {}, indexed = [], found = [] } = kind;
  const columns = columnsOf(kind);
  const constraints = [
    `constraint ${name}_pk primary key ("ownerId", id)`,
    `constraint ${name}_owner foreign key ("ownerId") references workspaces (id)`,
  ];
  const indexes = [
    `create unique index ${name}_unique on ${name} (${quoted(['ownerId', ...unique])})`,
    `create index ${name}_newest on ${name} ("ownerId", "createdAt" desc, id)`,
  ];
  for (const [column, target] of Object.entries(references)) {
    const ownOwner = column.replace(/Id$/, 'OwnerId');
    const from = quoted([ownOwner in columns ? ownOwner : 'ownerId', column]);
    constraints.push(
      `constraint "${name}_${column}" foreign key (${from}) references ${target} ("ownerId", id)`,
    );
    if (ownOwner in columns)
      constraints.push(
        `constraint "${name}_${ownOwner}" check ("${ownOwner}" in ("ownerId", '${globalOwner}'))`,
      );
    indexes.push(`create index "${name}_by_${column}" on ${name} (${from})`);
  }
  // In byte order, as SQLite compares.
  const [open, close] = isSqlite(tx) ? ['', ''] : ['(', ' collate "C")'];
  for (const field of indexed)
    indexes.push(
      `create index "${name}_by_${field}" on ${name}
        ("ownerId", ${open}coalesce("${field}Sort", lower("${field}"))${close}, id)`,
    );
  if (isSqlite(tx)) {
    for (const field of found)
      indexes.push(
        `create index "${name}_found_by_${field}" on ${name}
          ("ownerId", coalesce("${field}Folded", lower("${field}")), id)`,
      );
    indexes.push(`create index ${name}_search on ${name} ("ownerId", "searchText")`);
  }
  const definitions = Object.entries(columns).map(([column, definition]) => `"${column}" ${definition}`);
  await run(tx, `create table ${name} (${[...definitions, ...constraints].join(', ')})`);
  for (const index of indexes) await run(tx, index);
  // Without the right to create the extensions, PostgreSQL scans the owner's words.
  if (!isSqlite(tx))
    await inSavepoint(tx, () =>
      run(tx, `create index ${name}_search on ${name} using gin ("ownerId", "searchText" gin_trgm_ops)`),
    );
}
