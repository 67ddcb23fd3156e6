import {
  type BulkAction,
  type BulkActionResult,
  refusalsAtMost,
} from '@quartermaster/contract/api/bulk-actions';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { tagError, tagKey } from '@quartermaster/contract/rules/tags';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { AppError, notFound } from '../lib/errors.ts';
import { engineOf } from '../db/engines/engine-of.ts';
import { type Condition, isOneOf } from './list/conditions.ts';
import type { OwnedTable } from './owned-table.ts';
import { type Owner, visibleOwners } from '../access/owner.ts';
import type { StoredRow } from './row.ts';
import { namesOf } from './record-names.ts';
import { entityOf } from './entities.ts';
import type { OwnedTableName, Schema, Tx } from '../db/schema.ts';

export interface BulkWork {
  table: Pick<OwnedTable, 'name' | 'updateMany' | 'removeMany'>;
  /** Who sees the records. */
  owner: Owner;
  /** As whom a record is written. Throws where it may not be. */
  writerOf: (row: StoredRow) => Owner;
  records: { ids: readonly string[] } | { conditions: readonly Condition[] };
  action: BulkAction;
}

const rowsAtOnce = 500;

/** The rows that meet the conditions, in the order of their ids, locked. */
async function rowsOf(tx: Tx, table: OwnedTableName, conditions: readonly Condition[]): Promise<StoredRow[]> {
  const lock = engineOf<Schema>(tx) === 'postgres' ? sql`for update` : sql``;
  const { rows } = await sql<StoredRow>`select * from ${sql.table(table)}
    where ${sql.join([...conditions], sql` and `)} order by id limit ${sql.lit(rowsAtOnce)} ${lock}`.execute(
    tx,
  );
  return rows.map((row) => ({ ...row }));
}

interface Part {
  rows: StoredRow[];
  /** Ids that are no record of this owner's. */
  missing: string[];
}

/** All records a part at a time, in the order of their ids, so that no two bulk actions wait for each other. */
async function* parts(tx: Tx, { table: { name }, owner, records }: BulkWork): AsyncGenerator<Part> {
  const id = sql.ref(`${name}.id`);
  if ('ids' in records) {
    const all = [...new Set(records.ids)].sort();
    for (let start = 0; start < all.length; start += rowsAtOnce) {
      const wanted = all.slice(start, start + rowsAtOnce);
      const own = isOneOf(`${name}.ownerId`, visibleOwners(name, owner));
      // What is no id can't be asked for everywhere, and is nobody's.
      const ids = wanted.filter(isUuid);
      const rows = ids.length > 0 ? await rowsOf(tx, name, [own, isOneOf(`${name}.id`, ids)]) : [];
      const found = new Set(rows.map((row) => row.id));
      yield { rows, missing: wanted.filter((each) => !found.has(each)) };
    }
    return;
  }
  const next = (last: string) => rowsOf(tx, name, [...records.conditions, sql`${id} > ${last}`]);
  for (let rows = await next(''); rows.length > 0; rows = await next(rows.at(-1)?.id ?? ''))
    yield { rows, missing: [] };
}

type Edit = { fields: Record<string, unknown> } | 'unchanged' | { message: string };

/** What an action changes of a row, or why it does not. */
function editOf(row: StoredRow, action: Exclude<BulkAction, { action: 'delete' }>): Edit {
  if (action.action === 'setStatus')
    return row.status === action.status ? 'unchanged' : { fields: { status: action.status } };
  const tags = JSON.parse(String(row.tags)) as Tag[];
  const others = tags.filter((tag) => tagKey(tag) !== tagKey(action.tag));
  if (action.action === 'removeTag')
    return others.length === tags.length ? 'unchanged' : { fields: { tags: others } };
  if (others.length < tags.length) return 'unchanged';
  const message = tagError(action.tag, tags);
  return message === null ? { fields: { tags: [...tags, action.tag] } } : { message };
}

/** What became of some rows: how many changed, and why others did not; the rest were as wanted already. */
interface Outcome {
  changed: number;
  refused: Map<string, string>;
}

async function act(tx: Tx, { table, action }: BulkWork, writer: Owner, rows: StoredRow[], batchId: string) {
  const refused = new Map<string, string>();
  if (action.action === 'delete') {
    for (const [id, { message }] of await table.removeMany(tx, writer, rows, batchId))
      refused.set(id, message);
    return { changed: rows.length - refused.size, refused } satisfies Outcome;
  }
  const edits: { before: StoredRow; fields: Record<string, unknown> }[] = [];
  for (const before of rows) {
    const edit = editOf(before, action);
    if (edit === 'unchanged') continue;
    if ('message' in edit) refused.set(before.id, edit.message);
    else edits.push({ before, fields: edit.fields });
  }
  if (edits.length > 0) await table.updateMany(tx, writer, edits, batchId);
  return { changed: edits.length, refused } satisfies Outcome;
}

/** The rows by who writes them; those that may not be written join the refused. */
function byWriter({ writerOf }: BulkWork, rows: readonly StoredRow[], refused: Map<string, string>) {
  const writers = new Map<string, { writer: Owner; rows: StoredRow[] }>();
  for (const row of rows)
    try {
      const writer = writerOf(row);
      const group = writers.get(writer.id) ?? { writer, rows: [] };
      group.rows.push(row);
      writers.set(writer.id, group);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(row.id, error.message);
    }
  return [...writers.values()];
}

/** Does one thing to many records in the caller's transaction. One that refuses it stops no other. */
export async function bulkAction(tx: Tx, work: BulkWork): Promise<BulkActionResult> {
  const { name } = work.table;
  const batchId = uuid();
  const missingMessage = notFound(entityOf[name].one).message;
  const result: BulkActionResult = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
  for await (const { rows, missing } of parts(tx, work)) {
    const refused = new Map(missing.map((id) => [id, missingMessage]));
    let changed = 0;
    for (const { writer, rows: own } of byWriter(work, rows, refused)) {
      const outcome = await act(tx, work, writer, own, batchId);
      changed += outcome.changed;
      for (const [id, message] of outcome.refused) refused.set(id, message);
    }
    const told = [...refused].slice(0, refusalsAtMost - result.refusals.length);
    const names = await namesOf(
      tx,
      work.owner,
      name,
      told.map(([id]) => id).filter((id) => !missing.includes(id)),
    );
    const nameOf = new Map(names.map((record) => [record.id, record.name]));
    result.changed += changed;
    result.refused += refused.size;
    result.unchanged += rows.length + missing.length - changed - refused.size;
    result.refusals.push(...told.map(([id, message]) => ({ id, name: nameOf.get(id) ?? id, message })));
    // Other requests are answered in between.
    await setImmediate();
  }
  return result;
}
