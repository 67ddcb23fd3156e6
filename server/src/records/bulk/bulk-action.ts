import type { BulkAction, BulkActionResult } from '@quartermaster/contract/api/bulk-actions';
import { limits, tooManyForBulkAction } from '@quartermaster/contract/rules/limits';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { sql } from 'kysely';
import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { read } from '../../db/raw-sql.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { engineOf } from '../../db/engines/engine-of.ts';
import { rowLock } from '../../db/row-lock.ts';
import {
  type FieldEdit,
  type Setting,
  type TagAction,
  sealEdit,
  settingEdit,
  settingOf,
  tagEdit,
} from './bulk-edits.ts';
import { type Batch, inBatch } from '../history/batches.ts';
import { aboutAction } from '../history/labels.ts';
import { type Condition, allOf, isOneOf } from '../table/conditions.ts';
import { idsOf } from '../list/list.ts';
import type { OwnedTable } from '../table/owned-table.ts';
import type { Caller } from '../../access/caller.ts';
import type { Owner } from '../../access/owner.ts';
import { isSeen } from '../table/scope.ts';
import type { StoredRow } from '../kinds/row.ts';
import { namesOf } from '../table/record-names.ts';
import { inChunks } from '../../lib/paced.ts';
import { entityOf } from '../kinds/entities.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { type Tagged, deleteTags, tagIds } from '../table/tags.ts';
import { usedRecords } from '../table/reference-checks.ts';
import type { Db, OwnedTableName, Schema, Tx } from '../../db/schema.ts';

/** Has rows looked up now, or only tells for how many there is something to look up. */
export type BulkLook = (
  db: Db,
  owner: Owner,
  rows: readonly StoredRow[],
  isPreview: boolean,
) => Promise<number>;

export interface BulkWork {
  table: Pick<OwnedTable, 'name' | 'read' | 'updateMany' | 'removeMany'>;
  /** Limits the action to visible records. */
  owner: Owner;
  /** Whose rights must still hold at the end; absent: the server itself acts. */
  caller?: Caller;
  /** The owner to write a record as. Throws if the caller may not write it. */
  writerOf: (row: StoredRow) => Owner;
  records: { ids: readonly string[] } | { conditions: readonly Condition[] };
  action: BulkAction;
  /** Does the action 'look'. */
  look?: BulkLook | undefined;
  /** Only reports what the action would do. */
  preview: boolean;
  client: EventEmitter;
}

const rowsAtOnce = 200;
const waitingAtMost = 32;

/**
 * All in their order. Read once: a search would otherwise be repeated for every chunk. Throws VALIDATION_ERROR if they are
 * more than one action may change, because SQLite's other writers wait for it.
 */
async function matchingIds(tx: Db, table: OwnedTableName, conditions: readonly Condition[]) {
  const ids = await idsOf(
    tx,
    sql`select ${sql.ref(`${table}.id`)} as id from ${sql.table(table)} where ${allOf(conditions)}
      order by id limit ${sql.lit(limits.bulkRows + 1)}`,
  );
  if (ids.length > limits.bulkRows) refuse({ 'records.filter': tooManyForBulkAction() });
  return ids;
}

/** Locks and returns the first rows by id that meet the conditions. */
async function rowsOf(tx: Db, table: OwnedTableName, conditions: readonly Condition[]): Promise<StoredRow[]> {
  const { rows } = await read(
    tx,
    sql<StoredRow>`select * from ${sql.table(table)}
    where ${allOf(conditions)} order by id limit ${sql.lit(rowsAtOnce)} ${rowLock(tx)}`,
  );
  return rows.map((row) => ({ ...row }));
}

interface Rows {
  rows: StoredRow[];
  /** Ids without a visible record. */
  missing: string[];
}

/** Reads and locks all records in the order of their ids, so that two bulk actions never deadlock. */
async function* rowsInOrder(tx: Db, { table: { name }, owner, records }: BulkWork): AsyncGenerator<Rows> {
  const isNamed = 'ids' in records;
  const all = isNamed ? [...new Set(records.ids)].sort() : await matchingIds(tx, name, records.conditions);
  const own = isSeen(name, owner);
  for await (const wanted of inChunks(all, rowsAtOnce)) {
    // Only ids are comparable with the column on every engine.
    const ids = wanted.filter(isUuid);
    // On PostgreSQL another transaction may have changed one before it was locked.
    const still = isNamed || engineOf<Schema>(tx) === 'sqlite' ? [] : records.conditions;
    const rows = ids.length > 0 ? await rowsOf(tx, name, [own, isOneOf(`${name}.id`, ids), ...still]) : [];
    const found = new Set(rows.map((row) => row.id));
    yield { rows, missing: isNamed ? wanted.filter((each) => !found.has(each)) : [] };
  }
}

/** The number of changed rows, and the refusals; the remaining rows already were as requested. */
interface Outcome {
  changed: number;
  refused: Map<string, string>;
}

async function act(
  db: Db,
  { table, action, look }: BulkWork,
  setting: Setting | null,
  writer: Owner,
  rows: StoredRow[],
  batch: Batch | null,
  removed: Tagged[],
): Promise<Outcome> {
  if (action.action === 'delete') {
    const ids = rows.map(({ id }) => id);
    const inUse = await (batch
      ? table.removeMany(db as Tx, writer, rows, batch, removed)
      : usedRecords(db, writer, table.name, ids));
    const refused = new Map([...inUse].map(([id, { message }]) => [id, message]));
    return { changed: rows.length - refused.size, refused };
  }
  if (action.action === 'look')
    return { changed: (await look?.(db, writer, rows, batch === null)) ?? 0, refused: new Map() };
  const refused = new Map<string, string>();
  const edits: (FieldEdit & { before: StoredRow })[] = [];
  for (const before of rows) {
    const edit = setting
      ? settingEdit(before, setting)
      : action.action === 'sealComment'
        ? sealEdit(table, writer, before)
        : tagEdit(table.name, writer, before, action as TagAction);
    if (edit === 'unchanged') continue;
    if ('message' in edit) refused.set(before.id, edit.message);
    else edits.push({ before, ...edit });
  }
  if (batch && edits.length > 0) await table.updateMany(db as Tx, writer, edits, batch);
  return { changed: edits.length, refused };
}

/** Groups rows by the owner to write them as. Adds those that the caller may not write to `refused`. */
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

/** Without a batch, only reports what it would do. */
async function actOnAll(tx: Db, work: BulkWork, batch: Batch | null): Promise<BulkActionResult> {
  const { name } = work.table;
  const missingMessage = notFound(entityOf[name].one).message;
  const result: BulkActionResult = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
  const setting = await settingOf(tx, work.owner, name, work.action);
  /** Deleted records with their tags; global ones have none. */
  const removed: Tagged[] = [];
  for await (const { rows, missing } of rowsInOrder(tx, work)) {
    const refused = new Map(missing.map((id) => [id, missingMessage]));
    let changed = 0;
    for (const { writer, rows: own } of byWriter(work, rows, refused)) {
      const outcome = await act(tx, work, setting, writer, own, batch, removed);
      changed += outcome.changed;
      for (const [id, message] of outcome.refused) refused.set(id, message);
    }
    const listed = [...refused].slice(0, limits.refusals - result.refusals.length);
    const names = await namesOf(
      tx,
      work.owner,
      name,
      listed.map(([id]) => id).filter((id) => !missing.includes(id)),
    );
    const nameOf = new Map(names.map((record) => [record.id, record.name]));
    result.changed += changed;
    result.refused += refused.size;
    result.unchanged += rows.length + missing.length - changed - refused.size;
    result.refusals.push(...listed.map(([id, message]) => ({ id, name: nameOf.get(id) ?? id, message })));
    await setImmediate(); // Let other requests run.
  }
  if (removed.length > 0) await deleteTags(tx as Tx, work.owner.id, name, removed);
  return result;
}

/** Applies an action to many records as one batch. Refused records do not stop the others. */
export const bulkAction = (db: Db, work: BulkWork): Promise<BulkActionResult> => {
  const kind = work.action.action === 'delete' ? 'delete' : 'bulk';
  const { owner, caller } = work;
  const { name } = work.table;
  const about = aboutAction(name, work.action);
  const act = { kind, table: name, owner, ...about, ...(caller && { caller }) } as const;
  return inBulkQueue(db, owner, work.client, waitingAtMost, async () => {
    if (work.preview) return actOnAll(db, work, null);
    // Before the transaction, to whose end others would wait who add the same tag.
    if (work.action.action === 'addTag')
      await tagIds(db, work.owner.id, work.table.name, [work.action.tag], (tag) => [{ recordId: '', tag }]);
    return inBatch(db, act, (tx, batch) => actOnAll(tx, work, batch));
  });
};
