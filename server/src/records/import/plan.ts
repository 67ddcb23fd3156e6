import type { FieldErrors } from '@quartermaster/contract/api/errors';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type Tag, tagKey } from '@quartermaster/contract/rules/tags';
import { sql } from 'kysely';
import type { Owner } from '../../access/owner.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { inChunks, pacedEach, pacedMap } from '../../lib/paced.ts';
import { encode } from '../kinds/codec.ts';
import { keyColumn, keyOf, references } from '../kinds/entities.ts';
import type { RecordTable } from '../list/record-table.ts';
import { type Resolved, referencesOf } from '../table/reference-checks.ts';
import type { StoredRow } from '../kinds/row.ts';
import { scopeErrors } from '../table/scope.ts';
import type { NewRecord } from '../table/insert-many.ts';

type Fields = Record<string, unknown>;

/**
 * A row with its fields as stored, or its errors. `before` is the record that it changes; `given` are fields of it that
 * count as changed, whatever they held; `touched` are the paths of secrets in them that the row says.
 */
export type CheckedRow =
  | { fields: Fields; before?: StoredRow; given?: ReadonlySet<string>; touched?: readonly string[] }
  | { errors: FieldErrors }
  | { skip: string };

export interface Update {
  before: StoredRow;
  fields: Fields;
  owners: Resolved['owners'];
  touched: readonly string[];
}

/** What an import does with one row. */
export type PlannedRow =
  | ({ kind: 'create' } & NewRecord)
  | ({ kind: 'update' } & Update)
  | { kind: 'same'; before: StoredRow }
  | { kind: 'skip'; message?: string }
  | { kind: 'error'; errors: FieldErrors };

interface PlanOptions {
  /** What is done with a row whose unique key a stored record has, and with one whose key an earlier row has. */
  existing: PlannedRow;
  repeated: PlannedRow;
  /** The records that the import creates before these, by id: rows may refer to them. */
  created?: ReadonlyMap<string, Fields>;
}

const keysAtOnce = 500;

/** What a record is known by: its unique fields. */
export function uniqueKey({ name, entity }: RecordTable, record: Readonly<Fields>): string {
  return JSON.stringify(entity.unique.fields.map((field) => keyOf(name, field, record[field])));
}

/** Those of the rows' unique keys that stored records have, visible or not. */
async function takenKeys(tx: Db, owner: Owner, table: RecordTable, records: readonly Fields[]) {
  const columns = table.entity.unique.fields.map((field) => keyColumn(table.name, field));
  const [first = ''] = columns;
  const field = table.entity.unique.fields[0] ?? '';
  const wanted = new Set(records.map((record) => keyOf(table.name, field, record[field])));
  const taken = new Set<string>();
  for await (const some of inChunks(wanted, keysAtOnce)) {
    const { rows } = await read(
      tx,
      sql<Fields>`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table.name)} where "ownerId" = ${owner.id}
      and ${sql.ref(first)} in (${sql.join(some)})`,
    );
    for (const row of rows) taken.add(JSON.stringify(columns.map((column) => row[column])));
  }
  return taken;
}

const tagKeys = (tags: unknown): string => JSON.stringify(((tags ?? []) as Tag[]).map(tagKey).sort());
/** None of the fields that are compared as stored is sealed. */
const asIs = (text: string): string => text;

/** Whether a field of a record would be written. A day is the same as any moment of it. */
function isChanged(
  table: RecordTable,
  owner: Owner,
  before: StoredRow,
  field: string,
  value: unknown,
): boolean {
  const codec = table.entity.fields[field]?.column ?? 'text';
  const stored = before[field] ?? null;
  switch (codec) {
    case 'secret':
    case 'secrets':
      return value !== null || stored !== null;
    case 'sealed':
      return JSON.stringify(table.owned.read(owner, before, field)) !== JSON.stringify(value);
    case 'time': {
      const isDay = typeof value === 'string' && value.length === 10;
      const time = encode(codec, value, asIs);
      return isDay && typeof stored === 'number'
        ? Math.floor(stored / dayMs) * dayMs !== time
        : stored !== time;
    }
    default:
      if (field === 'tags') return tagKeys(value) !== tagKeys(JSON.parse(String(stored)));
      return stored !== encode(codec, value, asIs);
  }
}

/** The owners and errors of a row's references. Those to records that the import creates itself exist. */
function referencesIn(
  table: RecordTable,
  owner: Owner,
  fields: Fields,
  resolved: Resolved,
  created: PlanOptions['created'],
) {
  const owners = { ...resolved.owners };
  const errors = { ...resolved.errors };
  for (const { from, column, ownerColumn } of references) {
    if (from !== table.name || created?.has(String(fields[column])) !== true) continue;
    delete errors[column];
    if (ownerColumn !== 'ownerId') owners[ownerColumn] = owner.id;
  }
  return { owners, errors };
}

/** Why this writer must not make an update; null if they may. */
export async function refusalOf(
  db: Db,
  owner: Owner,
  { rules }: RecordTable,
  { before, fields }: Pick<Update, 'before' | 'fields'>,
): Promise<string | null> {
  try {
    await rules.permitted?.(db as Tx, owner, before, fields);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** The rows that change a record, each with the fields that it writes. */
async function updatesIn(table: RecordTable, owner: Owner, rows: readonly CheckedRow[]) {
  const updates = new Map<CheckedRow, Fields>();
  await pacedEach(rows, (row) => {
    if (!('fields' in row) || !row.before) return;
    const { fields, before, given } = row;
    const changed = Object.entries(fields).filter(
      ([field, value]) =>
        value !== undefined && (given?.has(field) === true || isChanged(table, owner, before, field, value)),
    );
    updates.set(row, Object.fromEntries(changed));
  });
  return updates;
}

/** What each record will be, for rules on several fields. */
async function wholeRecords(
  table: RecordTable,
  owner: Owner,
  rows: readonly CheckedRow[],
  updates: ReadonlyMap<CheckedRow, Fields>,
) {
  const whole = new Map<CheckedRow, Fields>();
  await pacedEach(rows, (row) => {
    if (!('fields' in row)) return;
    const changed = updates.get(row);
    if (!row.before) whole.set(row, row.fields);
    else if (changed && Object.keys(changed).length > 0)
      whole.set(row, table.rules.errors ? table.owned.merged(owner, row.before, changed) : changed);
  });
  return whole;
}

/** Decides what an import does with each row; a bad row does not stop the others. */
export async function planImport(
  tx: Db,
  owner: Owner,
  table: RecordTable,
  rows: readonly CheckedRow[],
  { existing, repeated, created }: PlanOptions,
): Promise<PlannedRow[]> {
  const { rules } = table;
  const updates = await updatesIn(table, owner, rows);
  const whole = await wholeRecords(table, owner, rows, updates);
  const written = rows.flatMap((row) => ('fields' in row ? [updates.get(row) ?? row.fields] : []));
  const resolve = await referencesOf(tx, owner, table.name, written);
  const loaded = await rules.load?.(tx, owner, [...whole.values()] as never, created);
  const added = rows.flatMap((row) => ('fields' in row && !row.before ? [row.fields] : []));
  const stored = await takenKeys(tx, owner, table, added);
  const taken = new Set(stored);
  const planned = await pacedMap(rows, (row): PlannedRow => {
    if ('errors' in row) return { kind: 'error', errors: row.errors };
    if ('skip' in row) return { kind: 'skip', message: row.skip };
    const { before } = row;
    const fields = updates.get(row) ?? row.fields;
    const record = whole.get(row);
    if (before && !record) return { kind: 'same', before };
    const { owners, errors } = referencesIn(table, owner, fields, resolve(fields, before), created);
    const faults = {
      ...errors,
      ...((!before || fields['tags'] !== undefined) && scopeErrors(table.name, owner, fields['tags'])),
      ...rules.errors?.(record, loaded),
    };
    if (Object.keys(faults).length > 0) return { kind: 'error', errors: faults };
    if (before) return { kind: 'update', before, fields, owners, touched: row.touched ?? [] };
    const key = uniqueKey(table, fields);
    if (taken.has(key)) return stored.has(key) ? existing : repeated;
    taken.add(key);
    return { kind: 'create', fields, owners, key };
  });
  if (!rules.permitted) return planned;
  const permitted: PlannedRow[] = [];
  for (const row of planned) {
    const refusal = row.kind === 'update' ? await refusalOf(tx, owner, table, row) : null;
    permitted.push(refusal === null ? row : { kind: 'error', errors: { '': refusal } });
  }
  return permitted;
}
