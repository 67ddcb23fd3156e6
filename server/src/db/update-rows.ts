import { type RawBuilder, sql } from 'kysely';
import type { Owner, Row, Value } from './owner.ts';
import type { OwnedTableName, Tx } from './schema.ts';

export interface RowUpdate {
  id: string;
  /** Every row names the same columns. */
  set: Row;
}

const rowsAtOnce = 500;

/** PostgreSQL takes the type of a list of values from the values. */
const typed = (value: Value): RawBuilder<unknown> =>
  value === null ? sql`null` : sql`cast(${value} as ${typeof value === 'number' ? sql`bigint` : sql`text`})`;

/** Sets columns of several rows: what is the same in all of them once, what differs from a list of values. */
async function updateAtOnce(tx: Tx, owner: Owner, table: OwnedTableName, rows: readonly RowUpdate[]) {
  const first = rows[0]?.set ?? {};
  const columns = Map.groupBy(Object.keys(first), (column) =>
    rows.every(({ set }) => set[column] === first[column]) ? 'same' : 'differing',
  );
  const same = (columns.get('same') ?? []).map((column) => sql`${sql.ref(column)} = ${first[column]}`);
  const differing = columns.get('differing') ?? [];
  const update = (more: RawBuilder<unknown>[]) =>
    sql`update ${sql.table(table)} set ${sql.join([...same, ...more])}`;
  const own = sql`${sql.ref(`${table}.ownerId`)} = ${owner.id}`;
  if (differing.length === 0) {
    const ids = sql.join(rows.map(({ id }) => id));
    await sql`${update([])} where ${own} and id in (${ids})`.execute(tx);
    return;
  }
  const names = sql.join(['id', ...differing].map((name) => sql.ref(name)));
  const values = rows.map(
    ({ id, set }) => sql`(${sql.join([id, ...differing.map((column) => set[column] ?? null)].map(typed))})`,
  );
  const more = differing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`);
  await sql`with given (${names}) as (values ${sql.join(values)}) ${update(more)} from given
    where ${own} and ${sql.ref(`${table}.id`)} = given.id`.execute(tx);
}

/** Sets columns of several rows of this owner, in as few statements as may be. */
export async function updateRows(tx: Tx, owner: Owner, table: OwnedTableName, rows: readonly RowUpdate[]) {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await updateAtOnce(tx, owner, table, rows.slice(start, start + rowsAtOnce));
}
