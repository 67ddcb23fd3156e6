import { type SqlBool, sql } from 'kysely';
import { rowLock } from '../db/row-lock.ts';
import { transaction } from '../db/transaction.ts';
import type { Db, OwnedTableName, Tx } from '../db/schema.ts';
import { inChunks } from '../lib/paced.ts';
import { type Key, type SealContext, UnsealError, seal, sealedWith, unseal } from '../secrets/seal.ts';
import { holdKeys } from '../secrets/wrapped-keys.ts';
import { isSealed } from '../records/kinds/codec.ts';
import { entityOf, ownedTables } from '../records/kinds/entities.ts';
import type { Row, Value } from '../records/kinds/row.ts';
import { updateRows } from '../records/table/update-rows.ts';

/** A workspace's keys during a rotation. */
export interface RotatedKeys {
  ownerId: string;
  current: Key;
  old: ReadonlyMap<string, Key>;
}

/** The sealed columns of tables that are no records. */
const others = {
  changes: ['before', 'after'],
  second_factors: ['secret'],
  undo_requests: ['answer'],
  channels: ['sealed'],
};
export type SealedTable = OwnedTableName | keyof typeof others;

const columnsOf = (table: SealedTable): string[] =>
  table in others
    ? others[table as keyof typeof others]
    : Object.entries(entityOf[table as OwnedTableName].fields).flatMap(([name, { column }]) =>
        isSealed(column) ? [name] : [],
      );

/** Every table with sealed values except the history, which copies them from these. */
export const sealedTables: readonly Exclude<SealedTable, 'changes'>[] = [
  ...ownedTables.filter((table) => columnsOf(table).length > 0),
  'second_factors',
  'undo_requests',
  'channels',
];

const rowsAtOnce = 200;

/** The end of a chunk, in the order of ids, and what was done. */
export interface Resealed extends Counts {
  /** null: the end of the table. */
  last: string | null;
  /** The number of rows read. */
  rows: number;
}

interface Counts {
  resealed: number;
  /** Values that no key opens, which stay as they are. */
  damaged: number;
}

/** Reseals a value with the current key if it was sealed with an old one. */
function resealed({ ownerId, current, old }: RotatedKeys, counts: Counts) {
  return (value: Value | undefined, place: Omit<SealContext, 'owner'>): Value => {
    const key = typeof value === 'string' ? old.get(sealedWith(value)) : undefined;
    if (!key) return value ?? null;
    const context = { ...place, owner: ownerId };
    try {
      const again = seal(current, context, unseal(key, context, value as string));
      counts.resealed += 1;
      return again;
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      counts.damaged += 1;
      return value ?? null;
    }
  };
}

/** A change holds JSON with the sealed columns, under the names of their time. */
function resealedChange(row: Row, again: ReturnType<typeof resealed>): Row {
  const { tableName: table, recordId } = row as Row & { tableName: string; recordId: string };
  const json = (text: Value | undefined): Value => {
    if (typeof text !== 'string') return null;
    const fields = Object.entries(JSON.parse(text) as Row);
    const next = fields.map(([column, value]) => [column, again(value, { table, column, row: recordId })]);
    return JSON.stringify(Object.fromEntries(next));
  };
  return { ...row, before: json(row.before), after: json(row.after) };
}

function resealedRow(
  table: Exclude<SealedTable, 'changes'>,
  row: Row & { id: string },
  again: ReturnType<typeof resealed>,
): Row {
  const columns = columnsOf(table).map((column) => [
    column,
    again(row[column], { table, column, row: row.id }),
  ]);
  return { ...row, ...(Object.fromEntries(columns) as Row) };
}

/** Rows with a value sealed with an old key. */
function rowsToReseal(db: Db, { ownerId, old }: RotatedKeys, table: SealedTable) {
  const anywhere = table === 'changes' ? '%' : '';
  const matches = columnsOf(table).flatMap((column) =>
    [...old.keys()].map((id) => sql<SqlBool>`${sql.ref(column)} like ${`${anywhere}v1.${id}.%`}`),
  );
  return db
    .selectFrom(table as 'domains')
    .where('ownerId', '=', ownerId)
    .where(({ or }) => or(matches))
    .orderBy('id');
}

/** Reseals some hundred rows after this id, about a megabyte in each transaction. */
export async function resealChunk(
  db: Db,
  keys: RotatedKeys,
  table: SealedTable,
  after: string,
): Promise<Resealed> {
  const ids = await db
    .selectFrom(table as 'domains')
    .select('id')
    .where('ownerId', '=', keys.ownerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute();
  const last = ids.length === rowsAtOnce ? (ids.at(-1)?.id ?? null) : null;
  const counts: Resealed = { last, rows: ids.length, resealed: 0, damaged: 0 };
  const octets = columnsOf(table).map((column) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`);
  const found = await rowsToReseal(db, keys, table)
    .select(['id', sql<number>`${sql.join(octets, sql` + `)}`.as('octets')])
    .where('id', '>', after)
    .where('id', '<=', ids.at(-1)?.id ?? '')
    .execute();
  for await (const some of inChunks(found, rowsAtOnce, (row) => row.octets)) {
    const done = await transaction(db, (tx) =>
      resealRows(
        tx,
        keys,
        table,
        some.map(({ id }) => id),
      ),
    );
    counts.resealed += done.resealed;
    counts.damaged += done.damaged;
  }
  return counts;
}

/** Reseals those of these rows that still need it. */
async function resealRows(
  tx: Tx,
  keys: RotatedKeys,
  table: SealedTable,
  ids: readonly string[],
): Promise<Counts> {
  const counts = { resealed: 0, damaged: 0 };
  const columns = ['id', ...columnsOf(table), ...(table === 'changes' ? ['tableName', 'recordId'] : [])];
  const rows = await rowsToReseal(tx, keys, table)
    .select(columns as 'id'[])
    .where('id', 'in', ids)
    .modifyEnd(rowLock(tx))
    .execute();
  const again = resealed(keys, counts);
  const rewrites = rows.map((row) => {
    const before = row as Row & { id: string };
    const next = table === 'changes' ? resealedChange(before, again) : resealedRow(table, before, again);
    return { before, after: next };
  });
  if (counts.resealed > 0) await updateRows(tx, { id: keys.ownerId }, table, rewrites);
  await holdKeys(tx, keys.ownerId, new Set([keys.current.id]));
  return counts;
}
