import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './engines/engine-of.ts';
import type { Db, Schema } from './schema.ts';

type Column = readonly [type: 'integer' | 'bigint' | 'text', values: readonly (string | number)[]];

/** Returns columns of equal length as rows, with at most one parameter for each column, however long. */
export function valuesOf(db: Db, columns: readonly [Column, ...Column[]]): RawBuilder<unknown> {
  if (engineOf<Schema>(db) === 'postgres') {
    const lists = columns.map(([type, values]) => sql`cast(${values} as ${sql.raw(type)}[])`);
    return sql`select * from unnest(${sql.join(lists)})`;
  }
  const rows = columns[0][1].map((_, at) => columns.map(([, values]) => values[at]));
  const cells = columns.map((_, at) => sql`value ->> ${sql.lit(at)}`);
  return sql`select ${sql.join(cells)} from json_each(${JSON.stringify(rows)})`;
}

/**
 * Answers these columns of rows for a table; what a row lacks is null. For PostgreSQL they are one parameter, which takes
 * three quarters of the time; SQLite would take half as long again.
 */
export function rowsOf(
  db: Db,
  table: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): RawBuilder<unknown> {
  if (engineOf<Schema>(db) === 'postgres')
    return sql`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from json_populate_recordset(cast(null as ${sql.table(table)}), ${JSON.stringify(rows)})`;
  const lists = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  return sql`values ${sql.join(lists)}`;
}

/** The JSON text `[key, object]`; `columns` lists the object's keys and values in turn. */
export const jsonEntry = (db: Db, key: string, columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  engineOf<Schema>(db) === 'postgres'
    ? sql`cast(json_build_array(${sql.lit(key)}, json_build_object(${columns})) as text)`
    : sql`json_array(${sql.lit(key)}, json_object(${columns}))`;
