import { type ColumnDataType, type CreateTableBuilder, sql } from 'kysely';
import { engineOf } from '../engines/engine-of.ts';
import { inSavepoint } from '../savepoint.ts';
import { type Schema, type Tx, globalOwner } from '../schema.ts';

// Released migrations call these functions: add new ones, but do not change those that exist.

export type Columns = Record<string, ColumnDataType | `${'text' | 'integer' | 'bigint'}?`>;

/** Adds columns; a question mark after a type means that the column may be null. */
export function withColumns<T extends string>(
  table: CreateTableBuilder<T>,
  columns: Columns,
): CreateTableBuilder<T> {
  let result = table as CreateTableBuilder<T, string>;
  for (const [name, kind] of Object.entries(columns)) {
    const type = (typeof kind === 'string' ? kind.replace('?', '') : kind) as ColumnDataType;
    const optional = typeof kind === 'string' && kind.endsWith('?');
    result = result.addColumn(name, type, (column) => (optional ? column : column.notNull()));
  }
  return result;
}

export const stamps: Columns = { createdAt: 'bigint', updatedAt: 'bigint' };
/** The columns of every record with tags and a comment, in addition to its own. */
export const record: Columns = { ...stamps, searchText: 'text', tags: 'text', comment: 'text?' };

export interface Reference {
  /** The column of the target's owner, the workspace or the global owner, and the column of its id. */
  columns: string[];
  to: string;
}
export const to = (column: string, table: string): Reference => ({ columns: ['ownerId', column], to: table });

/**
 * Creates a table of records. The owner is in its key and in every reference, so that the database refuses references
 * across owners; it also leads the unique index, the index for 'newest first' and one for each reference.
 */
export async function ownedTable(
  tx: Tx,
  name: string,
  columns: Columns,
  unique: string[],
  references: Reference[] = [],
) {
  let table = withColumns(tx.schema.createTable(name), { ownerId: 'text', id: 'text', ...columns })
    .addPrimaryKeyConstraint(`${name}_pk`, ['ownerId', 'id'] as never)
    .addForeignKeyConstraint(`${name}_owner`, ['ownerId'] as never, 'workspaces', ['id']);
  for (const { columns: from, to: target } of references) {
    const [owner = '', column = ''] = from;
    table = table.addForeignKeyConstraint(`${name}_${column}`, from as never, target, ['ownerId', 'id']);
    if (owner !== 'ownerId')
      table = table.addCheckConstraint(
        `${name}_${owner}`,
        sql`${sql.ref(owner)} in ("ownerId", ${sql.lit(globalOwner)})`,
      );
  }
  await table.execute();
  await tx.schema
    .createIndex(`${name}_unique`)
    .on(name)
    .columns(['ownerId', ...unique])
    .unique()
    .execute();
  await tx.schema
    .createIndex(`${name}_newest`)
    .on(name)
    .expression(sql`"ownerId", "createdAt" desc, "id"`)
    .execute();
  for (const { columns: from } of references)
    await tx.schema
      .createIndex(`${name}_by_${from[1] ?? ''}`)
      .on(name)
      .columns(from)
      .execute();
}

/** Makes every write change the owner's revision, as migration 0004 does for the first tables. */
export async function moveRevision(tx: Tx, table: string) {
  const isSqlite = engineOf<Schema>(tx) === 'sqlite';
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql
      .raw(
        `create trigger ${table}_stamp_${event} after ${event} on ${table} ${
          isSqlite
            ? `begin
                insert into stamps values (${row}."ownerId", 1)
                on conflict ("ownerId") do update set stamp = stamps.stamp + 1;
              end`
            : `referencing ${row} table as changed for each statement execute function stamp_owners()`
        }`,
      )
      .execute(tx);
}

/** Covers what a search on SQLite reads, instead of the rows. */
export async function wordsIndex(tx: Tx, table: string) {
  await tx.schema.createIndex(`${table}_search`).on(table).columns(['ownerId', 'searchText']).execute();
}

/**
 * Creates the table of a kind added after migration 0001, with everything that the first tables gained since. Where
 * PostgreSQL lacks the triggers or extensions of migrations 0004 and 0006, this table does without them too.
 */
export async function kindTable(
  tx: Tx,
  name: string,
  columns: Columns,
  unique: string[],
  references: Reference[] = [],
) {
  await ownedTable(tx, name, columns, unique, references);
  if (engineOf<Schema>(tx) === 'sqlite') {
    await moveRevision(tx, name);
    return wordsIndex(tx, name);
  }
  await inSavepoint(tx, () => moveRevision(tx, name));
  await inSavepoint(tx, () =>
    sql`create index ${sql.ref(`${name}_search`)} on ${sql.table(name)}
      using gin ("ownerId", "searchText" gin_trgm_ops)`.execute(tx),
  );
}
