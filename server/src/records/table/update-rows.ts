import { type RawBuilder, sql } from 'kysely';
import { write } from '../../db/raw-sql.ts';
import type { Row, StoredRow, Value } from '../kinds/row.ts';
import type { Schema, Tx } from '../../db/schema.ts';

interface Rewrite {
  before: Row & Pick<StoredRow, 'id'>;
  after: Row;
}

const rowsAtOnce = 500;

/** PostgreSQL infers the types of a values list from the values; a column takes a numeric as what it stores. */
const typed = (value: Value): RawBuilder<unknown> =>
  value === null ? sql`null` : sql`cast(${value} as ${typeof value === 'number' ? sql`numeric` : sql`text`})`;

/** Splits the columns into unchanged ones, those with one new value for all rows, and the rest. */
const columnsOf = (rows: readonly Rewrite[]) =>
  Map.groupBy(Object.keys(rows[0]?.after ?? {}), (column) => {
    if (rows.every(({ before, after }) => after[column] === before[column])) return 'kept';
    return rows.every(({ after }) => after[column] === rows[0]?.after[column]) ? 'alike' : 'differing';
  });

async function writeAtOnce(tx: Tx, owner: { id: string }, table: keyof Schema, rows: readonly Rewrite[]) {
  const columns = columnsOf(rows);
  const alike = (columns.get('alike') ?? []).map(
    (column) => sql`${sql.ref(column)} = ${rows[0]?.after[column]}`,
  );
  const differing = columns.get('differing') ?? [];
  // An update must set a column.
  if (alike.length + differing.length === 0) return;
  const own = sql`${sql.ref(`${table}.ownerId`)} = ${owner.id}`;
  if (differing.length === 0) {
    const ids = sql.join(rows.map(({ before }) => before.id));
    await write(tx, sql`update ${sql.table(table)} set ${sql.join(alike)} where ${own} and id in (${ids})`);
    return;
  }
  const names = sql.join(['id', ...differing].map((column) => sql.ref(column)));
  const values = rows.map(
    ({ before, after }) =>
      sql`(${sql.join([before.id, ...differing.map((column) => after[column] ?? null)].map(typed))})`,
  );
  const given = differing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  // An expression, so that SQLite looks up each id instead of scanning the owner's rows.
  const id = sql`given.id || ''`;
  await write(
    tx,
    sql`with given (${names}) as (values ${sql.join(values)})
    update ${sql.table(table)} set ${sql.join([...alike, ...given])} from given
    where ${own} and ${sql.ref(`${table}.id`)} = ${id}`,
  );
}

/** Writes the changes of several rows in few statements. */
export async function updateRows(
  tx: Tx,
  owner: { id: string },
  table: keyof Schema,
  rows: readonly Rewrite[],
) {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await writeAtOnce(tx, owner, table, rows.slice(start, start + rowsAtOnce));
}
