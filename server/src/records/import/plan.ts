import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { scopeErrors } from '../scope.ts';
import type { Db } from '../../db/schema.ts';
import { faultsInWords } from '../../lib/errors.ts';
import { inBatches, pacedMap } from '../../lib/paced.ts';
import { keyColumn, keyOf } from '../entities.ts';
import type { RecordTable } from '../record-table.ts';
import type { NewRecord } from './insert-many.ts';
import { referencesOf } from '../reference-checks.ts';
import type { CheckedRow } from './rows.ts';

type Fields = Record<string, unknown>;

/** What an import does with one row. */
export type PlannedRow =
  ({ kind: 'create' } & NewRecord) | { kind: 'skip' } | { kind: 'error'; message: string };

const keysAtOnce = 500;

function uniqueKey({ name, entity }: RecordTable, record: Fields): string {
  return JSON.stringify(entity.unique.fields.map((field) => keyOf(name, field, record[field])));
}

/** Those of the rows' unique keys that stored records have, visible or not. */
async function takenKeys(tx: Db, owner: Owner, table: RecordTable, records: readonly Fields[]) {
  const columns = table.entity.unique.fields.map((field) => keyColumn(table.name, field));
  const [first = ''] = columns;
  const field = table.entity.unique.fields[0] ?? '';
  const wanted = new Set(records.map((record) => keyOf(table.name, field, record[field])));
  const taken = new Set<string>();
  for await (const some of inBatches(wanted, keysAtOnce)) {
    const { rows } = await sql<Fields>`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table.name)} where "ownerId" = ${owner.id}
      and ${sql.ref(first)} in (${sql.join(some)})`.execute(tx);
    for (const row of rows) taken.add(JSON.stringify(columns.map((column) => row[column])));
  }
  return taken;
}

/** Decides what an import does with each row; a bad row does not stop the others. */
export async function planImport(
  tx: Db,
  owner: Owner,
  table: RecordTable,
  rows: readonly CheckedRow[],
  repeated: PlannedRow,
): Promise<PlannedRow[]> {
  const { rules } = table;
  const records = rows.flatMap((row) => ('fields' in row ? [row.fields] : []));
  const resolve = await referencesOf(tx, owner, table.name, records);
  const loaded = await rules.load?.(tx, owner, records);
  const taken = await takenKeys(tx, owner, table, records);
  return pacedMap(rows, (row): PlannedRow => {
    if ('message' in row) return { kind: 'error', ...row };
    const { fields } = row;
    const { owners, errors } = resolve(fields);
    const faults = {
      ...errors,
      ...scopeErrors(table.name, owner, fields['tags']),
      ...rules.errors?.(fields, loaded),
    };
    if (Object.keys(faults).length > 0) return { kind: 'error', message: faultsInWords(faults) };
    const key = uniqueKey(table, fields);
    if (taken.has(key)) return repeated;
    taken.add(key);
    return { kind: 'create', fields, owners, key };
  });
}
