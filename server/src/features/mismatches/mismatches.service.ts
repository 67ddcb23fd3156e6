import type {
  MismatchAction,
  MismatchResult,
  bulkActions,
} from '@quartermaster/contract/mismatches/mismatches.schema';
import { mismatchStates } from '@quartermaster/contract/mismatches/mismatches.routes';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { limits, tooManyForBulkAction } from '@quartermaster/contract/rules/limits';
import { sql } from 'kysely';
import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { read } from '../../db/raw-sql.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { mismatchConditions, withDomains } from '../../expiry/mismatch-conditions.ts';
import { type ComparedMismatch, foundOtherwise } from '../../expiry/mismatches.ts';
import { nextTime } from '../../lib/clock.ts';
import { notFound, refuse } from '../../lib/errors.ts';
import { inChunks } from '../../lib/paced.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { type Batch, inBatch } from '../../records/history/batches.ts';
import { allOf, isOneOf } from '../../records/table/conditions.ts';
import { lockedRows } from '../../records/table/locked-rows.ts';
import { changeRevision } from '../../records/table/revision.ts';
import type { StoredRow } from '../../records/kinds/row.ts';
import type { Tables } from '../../records/list/record-table.ts';

const waitingAtMost = 32;
const recordsAtOnce = 200;
const anyState = mismatchStates.join(',');
const missing = notFound('difference').message;

type Body = z.output<typeof bulkActions.body>;
type Selected = Body['records'];

/** The ids of all mismatches that are meant. */
async function idsOf(tx: Db, caller: Caller, tables: Tables, records: Selected): Promise<string[]> {
  if (records.ids) return [...new Set(records.ids)];
  const filters = records.filter ?? {};
  const conditions = await mismatchConditions(tx, caller.owner, tables, filters);
  const { rows } = await read(
    tx,
    sql<{ id: string }>`select findings."recordId" || '.' || findings.field as id from ${withDomains}
    where ${allOf(conditions)} limit ${sql.lit(limits.bulkRows + 1)}`,
  );
  if (rows.length > limits.bulkRows) refuse({ 'records.filter': tooManyForBulkAction() });
  return rows.map(({ id }) => id);
}

const recordIdOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('.')));

/** Of each mismatch, whether it changed, or why it is refused. */
type Outcome = (found: ComparedMismatch) => 'changed' | 'unchanged' | { message: string };

const takenOver: Outcome = ({ fields, mismatch }) => (fields ? 'changed' : { message: mismatch.why });

async function takeOver(
  tx: Tx,
  { owner }: Caller,
  tables: Tables,
  rows: readonly StoredRow[],
  found: readonly ComparedMismatch[],
  batch: Batch,
): Promise<void> {
  const own = Map.groupBy(found, ({ row }) => row.recordId);
  const edits = rows.flatMap((before) => {
    const each = (own.get(before.id) ?? []).map(({ fields }) => fields ?? {});
    const fields = Object.assign({}, ...each) as Record<string, string>;
    return Object.keys(fields).length === 0 ? [] : [{ before, fields }];
  });
  if (edits.length > 0) await tables.domains.owned.updateMany(tx, owner, edits, batch);
}

interface Ignored {
  ignoredAt: number | null;
  ignoredReason: string | null;
}

const isAlready = ({ row }: ComparedMismatch, ignored: Ignored): boolean =>
  (row.ignoredAt === null) === (ignored.ignoredAt === null) && row.ignoredReason === ignored.ignoredReason;

async function setIgnored(
  tx: Tx,
  { owner }: Caller,
  found: readonly ComparedMismatch[],
  ignored: Ignored,
): Promise<void> {
  const changed = found.filter((each) => !isAlready(each, ignored));
  for (const { row } of changed)
    await tx
      .updateTable('findings')
      .set(ignored)
      .where('ownerId', '=', owner.id)
      .where('field', '=', row.field)
      .where('recordId', '=', row.recordId)
      .execute();
  if (changed.length > 0) await changeRevision(tx, owner.id);
}

const ignoredBy = (action: Exclude<MismatchAction, { action: 'takeOver' }>) =>
  action.action === 'ignore'
    ? { ignoredAt: nextTime(), ignoredReason: action.reason?.trim() ? action.reason.trim() : null }
    : { ignoredAt: null, ignoredReason: null };

/** Without a batch, it only tells what would be done. */
async function actOnAll(
  tx: Db,
  caller: Caller,
  tables: Tables,
  { records, do: action }: Body,
  batch: Batch | null,
): Promise<MismatchResult> {
  const result: MismatchResult = { changed: 0, unchanged: 0, refused: 0, refusals: [] };
  const refused = (id: string, name: string, message: string) => {
    result.refused += 1;
    if (result.refusals.length < limits.refusals) result.refusals.push({ id, name, message });
  };
  const all = await idsOf(tx, caller, tables, records);
  const open = await mismatchConditions(tx, caller.owner, tables, { state: anyState });
  const byRecord = Map.groupBy(all, recordIdOf);
  for await (const recordIds of inChunks([...byRecord.keys()].sort(), recordsAtOnce)) {
    const ids = recordIds.flatMap((recordId) => byRecord.get(recordId) ?? []);
    const rows = await lockedRows(tx, caller.owner, 'domains', recordIds.filter(isUuid));
    const wanted = rows.map(({ id }) => id);
    const known = new Map(
      (wanted.length === 0
        ? []
        : await foundOtherwise(tx, caller.owner, [...open, isOneOf('findings.recordId', wanted)], {
            limit: limits.bulkRows,
          })
      ).map((found) => [found.mismatch.id, found]),
    );
    const found = ids.flatMap((id) => known.get(id) ?? []);
    const ignored = action.action === 'takeOver' ? null : ignoredBy(action);
    if (batch && ignored) await setIgnored(tx as Tx, caller, found, ignored);
    else if (batch) await takeOver(tx as Tx, caller, tables, rows, found, batch);
    const outcome: Outcome = ignored
      ? (each) => (isAlready(each, ignored) ? 'unchanged' : 'changed')
      : takenOver;
    for (const id of ids) {
      const each = known.get(id);
      const end = each ? outcome(each) : { message: missing };
      if (typeof end === 'string') result[end] += 1;
      else refused(id, each?.mismatch.name ?? id, end.message);
    }
    await setImmediate(); // Let other requests run.
  }
  return result;
}

/** Takes over, ignores or no longer ignores what was found. Refused ones do not stop the others. */
export const actOnMismatches = (
  db: Db,
  caller: Caller,
  tables: Tables,
  { client, preview = false, ...body }: Body & { client: EventEmitter },
): Promise<MismatchResult> => {
  const { owner } = caller;
  const act = {
    kind: 'bulk',
    table: 'domains',
    owner,
    caller,
    words: 'Used found values for',
  } as const;
  return inBulkQueue(db, owner, client, waitingAtMost, async () => {
    if (preview) return actOnAll(db, caller, tables, body, null);
    return inBatch(db, act, async (tx, batch) => {
      const result = await actOnAll(tx, caller, tables, body, batch);
      return body.do.action === 'takeOver'
        ? { ...result, batchId: batch.size > 0 ? batch.id : null }
        : result;
    });
  });
};
