import { fieldErrors } from '@quartermaster/contract/api/endpoint';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/schema.ts';
import { faultsInWords } from '../../lib/errors.ts';
import { inBatches } from '../../lib/in-batches.ts';
import { keyColumn } from '../entities.ts';
import type { Owner } from '../../access/owner.ts';
import type { RecordTable } from '../record-table.ts';
import { namedReferences } from './named-references.ts';
import { type Resolved, referencesOf } from '../reference-checks.ts';

type Fields = Record<string, unknown>;

/** What an import will do with one row; `index` is its position in the request. */
export type PlannedRow =
  | { index: number; kind: 'create'; fields: Fields; owners: Resolved['owners'] }
  | { index: number; kind: 'skip' }
  | { index: number; kind: 'error'; message: string };

export interface ImportOptions {
  /** Skip a row whose unique key is taken; otherwise it is an error. */
  skipDuplicates: boolean;
}

const rowsAtOnce = 100;
const keysAtOnce = 500;

/** A record's unique fields as one text. */
function uniqueKey({ name, entity }: RecordTable, record: Fields): string {
  return JSON.stringify(
    entity.unique.fields.map((field) =>
      keyColumn(name, field) === field ? record[field] : String(record[field]).toLowerCase(),
    ),
  );
}

/** The unique keys among these that stored records have. */
async function takenKeys(tx: Tx, owner: Owner, table: RecordTable, records: readonly Fields[]) {
  const columns = table.entity.unique.fields.map((field) => keyColumn(table.name, field));
  const [first = ''] = columns;
  const field = table.entity.unique.fields[0] ?? '';
  const wanted = [
    ...new Set(
      records.map((record) => (first === field ? record[field] : String(record[field]).toLowerCase())),
    ),
  ];
  const taken = new Set<string>();
  for (let start = 0; start < wanted.length; start += keysAtOnce) {
    const { rows } = await sql<Fields>`select ${sql.join(columns.map((column) => sql.ref(column)))}
      from ${sql.table(table.name)} where "ownerId" = ${owner.id}
      and ${sql.ref(first)} in (${sql.join(wanted.slice(start, start + keysAtOnce))})`.execute(tx);
    for (const row of rows) taken.add(JSON.stringify(columns.map((column) => row[column])));
  }
  return taken;
}

/**
 * Decides row by row what an import will do; a bad row does not stop the others. Apply the plan in the same transaction:
 * it relies on what it read.
 */
export async function planImport(
  tx: Tx,
  owner: Owner,
  table: RecordTable,
  sent: readonly unknown[],
  { skipDuplicates }: ImportOptions,
): Promise<PlannedRow[]> {
  const { rules, entity } = table;
  const plan: PlannedRow[] = [];
  const good: { index: number; record: Fields }[] = [];
  const resolveNames = await namedReferences(tx, owner, table.name, sent);
  for await (const batch of inBatches(sent.entries(), rowsAtOnce))
    for (const [index, row] of batch) {
      const { row: resolved, errors } = resolveNames(row);
      const read = entity.create.body.safeParse(resolved);
      const faults = { ...(read.error && fieldErrors(read.error)), ...errors };
      if (read.success && Object.keys(errors).length === 0) {
        const fields = read.data as Fields;
        good.push({ index, record: { ...fields, ...table.stored(fields) } });
      } else plan.push({ index, kind: 'error', message: faultsInWords(faults) });
    }
  const records = good.map(({ record }) => record);
  const resolve = await referencesOf(tx, owner, table.name, records);
  const loaded = await rules.load?.(tx, owner, records);
  const taken = await takenKeys(tx, owner, table, records);
  await setImmediate();
  for await (const batch of inBatches(good, rowsAtOnce))
    for (const { index, record } of batch) {
      const { owners, errors } = resolve(record);
      const faults = { ...errors, ...rules.errors?.(record, loaded) };
      const key = uniqueKey(table, record);
      if (Object.keys(faults).length > 0) plan.push({ index, kind: 'error', message: faultsInWords(faults) });
      else if (!taken.has(key)) {
        taken.add(key);
        plan.push({ index, kind: 'create', fields: record, owners });
      } else if (skipDuplicates) plan.push({ index, kind: 'skip' });
      else plan.push({ index, kind: 'error', message: entity.unique.message });
    }
  return plan.toSorted((a, b) => a.index - b.index);
}
