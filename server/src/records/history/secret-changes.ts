import type { Owner } from '../../access/owner.ts';
import type { OwnedTableName, Schema, Tx } from '../../db/schema.ts';
import { rowsOf } from '../../db/values-of.ts';
import { UnsealError } from '../../secrets/seal.ts';
import type { Write } from '../table/write-together.ts';
import { type Codec, isSealed } from '../kinds/codec.ts';
import { entityOf, ownedTables } from '../kinds/entities.ts';
import { elementSecrets } from '../kinds/secret-paths.ts';
import { decodeColumn } from '../kinds/decode-column.ts';
import type { Row } from '../kinds/row.ts';

export type SecretChange = Schema['secret_changes'];

/** The sealed columns of each table. */
const sealedColumns = new Map(
  ownedTables.map((table) => [
    table,
    Object.entries(entityOf[table].fields).flatMap(([name, { column }]): [string, Codec][] =>
      isSealed(column) ? [[name, column]] : [],
    ),
  ]),
);

type Values = ReadonlyMap<string, string>;

/** The values in a sealed column by their paths, without those that are not set; null if no key opens them. */
function valuesIn(
  { sealer }: Pick<Owner, 'sealer'>,
  table: OwnedTableName,
  recordId: string,
  [column, codec]: [string, Codec],
  row: Row | undefined,
): Values | null {
  let value: unknown;
  try {
    value = decodeColumn(sealer, table, recordId, column, codec, row?.[column] ?? null);
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
  const all: [string, unknown][] = Array.isArray(value)
    ? (value as Record<string, unknown>[]).flatMap((element) =>
        elementSecrets.map((name): [string, unknown] => [
          `${column}.${String(element.id)}.${name}`,
          element[name],
        ]),
      )
    : typeof value === 'object'
      ? Object.entries(value ?? {}).map(([name, each]) => [`${column}.${name}`, each])
      : [[column, value]];
  return new Map(all.flatMap(([path, each]) => (typeof each === 'string' ? [[path, each]] : [])));
}

/** What identifies a change, and its record before and after; nothing is read from a deletion. */
export type WholeChange = Pick<
  Schema['changes'],
  'ownerId' | 'id' | 'at' | 'actorId' | 'action' | 'tableName' | 'recordId'
> & {
  before: Row | undefined;
  after: Row | undefined;
  /** The secrets that count as changed even if their values are the same. */
  touched?: readonly string[];
};

/** The secrets that a change set, replaced or cleared. Deleting a record changes no password anywhere. */
export function secretChangesOf(owner: Pick<Owner, 'sealer'>, change: WholeChange): SecretChange[] {
  const { ownerId, id, at, actorId, action, recordId, before, after, touched = [] } = change;
  const tableName = change.tableName as OwnedTableName;
  if (action === 'delete') return [];
  return (sealedColumns.get(tableName) ?? []).flatMap((column) => {
    if ((before?.[column[0]] ?? null) === (after?.[column[0]] ?? null)) return [];
    const [was, is] = [before, after].map((row) => valuesIn(owner, tableName, recordId, column, row));
    // What can't be opened equals nothing but itself.
    const closed = (side: string) => `the value ${side} change ${id}`;
    const fingerprint = (values: Values | null | undefined, path: string, side: string) => {
      const value = values ? values.get(path) : closed(side);
      return value === undefined ? '' : owner.sealer.fingerprint(tableName, recordId, path, value);
    };
    const paths = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
    return [...paths]
      .filter((path) => !was || !is || was.get(path) !== is.get(path) || touched.includes(path))
      .map((path) => ({
        ownerId,
        changeId: id,
        path,
        tableName,
        recordId,
        at,
        actorId,
        before: fingerprint(was, path, 'before'),
        after: fingerprint(is, path, 'after'),
      }));
  });
}

const columns = [
  ...(['ownerId', 'changeId', 'path', 'tableName', 'recordId', 'at', 'actorId'] as const),
  ...(['before', 'after'] as const),
];
/** SQLite takes 32 766 parameters a statement. */
const rowsAtOnce = 1000;

/** The statements that store these. */
export function insertSecretChanges(tx: Tx, rows: readonly SecretChange[]): Write[] {
  const inserts: Write[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    inserts.push(
      tx
        .insertInto('secret_changes')
        .columns(columns)
        .expression(rowsOf(tx, 'secret_changes', columns, rows.slice(start, start + rowsAtOnce)))
        .onConflict((conflict) => conflict.doNothing()),
    );
  return inserts;
}
