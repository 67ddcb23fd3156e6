import type { BulkActionBatch } from '@quartermaster/contract/api/bulk-actions';
import type { Expiration, bulkActions } from '@quartermaster/contract/expirations/expirations.schema';
import { onePeriodOn } from '@quartermaster/contract/rules/calendar';
import { isUuid } from '@quartermaster/contract/rules/formats';
import { limits, tooManyForBulkAction } from '@quartermaster/contract/rules/limits';
import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { expectUnscoped } from '../../access/permit.ts';
import type { Db, OwnedTableName, Tx } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { allExpirations } from '../../expiry/pages.ts';
import { AppError, notFound, refuse } from '../../lib/errors.ts';
import { inChunks } from '../../lib/paced.ts';
import { type Batch, inBatch } from '../../records/history/batches.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { isAmong } from '../../records/table/conditions.ts';
import { lockedRows } from '../../records/table/locked-rows.ts';
import type { Services } from '../../services.ts';
import { inBulkQueue } from '../../work/bulk-queue.ts';
import { type Renewal, renewalEdit } from './expirations.renewal-edit.ts';
import { followRenewals } from './expirations.renewed.ts';

const waitingAtMost = 32;
const recordsAtOnce = 200;
const missing = notFound('expiration').message;

type Body = z.output<typeof bulkActions.body>;
type Needs = Pick<Services, 'db' | 'tables' | 'config'>;

/** The records that these expirations are on. */
async function recordsOf(db: Db, { owner }: Caller, ids: readonly string[]): Promise<string[]> {
  const dated = ids.filter(isUuid);
  const dates = await db
    .selectFrom('dates')
    .select('recordId')
    .where('ownerId', '=', owner.id)
    .where(isAmong(db, 'dates.id', valuesOf(db, [['text', dated]])))
    .execute();
  const others = ids.map((id) => id.split('.', 1)[0] ?? '').filter(isUuid);
  return [...new Set([...dates.map(({ recordId }) => recordId), ...others])];
}

async function collected(rows: AsyncIterable<Expiration[]>): Promise<Expiration[]> {
  const all: Expiration[] = [];
  for await (const some of rows) all.push(...some);
  return all;
}

/** The expirations that are meant, as they are now, and the ids of which there are none. */
async function selectedExpirations(
  db: Db,
  { tables }: Needs,
  caller: Caller,
  { ids, filter }: Body['records'],
): Promise<{ found: Expiration[]; gone: string[] }> {
  if (ids) {
    const wanted = new Set(ids);
    const recordIds = await recordsOf(db, caller, [...wanted]);
    const { rows } = await allExpirations(db, caller.owner, tables, { recordIds });
    const found = (await collected(rows)).filter(({ id }) => wanted.delete(id));
    return { found, gone: [...wanted] };
  }
  const { count, rows } = await allExpirations(db, caller.owner, tables, {
    ...filter,
    limit: limits.bulkRows + 1,
  });
  if (count > limits.bulkRows) refuse({ 'records.filter': tooManyForBulkAction() });
  return { found: await collected(rows), gone: [] };
}

/** The date until which something is renewed, or why it can't be. */
function renewalOf(expiration: Expiration, { date }: Body['do']): Renewal | { message: string } {
  if (expiration.what === 'tls') return { message: 'A certificate is renewed where it is issued' };
  if (expiration.what === 'password') return { message: 'A password is changed, not renewed' };
  if (date !== undefined) return { expiration, date };
  if (expiration.date === null) return { message: 'It has no date' };
  return { expiration, date: onePeriodOn(expiration.date, expiration.interval) };
}

/** Why the caller may not write records of a kind that has global ones; null: they may. */
function refusalOf(caller: Caller, { tables }: Needs, table: OwnedTableName): string | null {
  try {
    if (tables[table].entity.global) expectUnscoped(caller);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Without a batch, it only tells what would be done. */
async function renewAll(
  db: Db,
  needs: Needs,
  caller: Caller,
  { records, do: action }: Body,
  batch: Batch | null,
): Promise<BulkActionBatch> {
  const result: BulkActionBatch = { changed: 0, unchanged: 0, refused: 0, refusals: [], batchId: null };
  const refused = (id: string, name: string, message: string) => {
    result.refused += 1;
    if (result.refusals.length < limits.refusals) result.refusals.push({ id, name, message });
  };
  const { found, gone } = await selectedExpirations(db, needs, caller, records);
  for (const id of gone) refused(id, id, missing);
  const renewed: Renewal[] = [];
  for (const [table, some] of Map.groupBy(found, ({ area }) => tableOfArea[area])) {
    const message = refusalOf(caller, needs, table);
    const wanted = Map.groupBy(some, ({ recordId }) => recordId);
    for await (const ids of inChunks([...wanted.keys()].sort(), recordsAtOnce)) {
      const rows = await lockedRows(db, caller.owner, table, ids);
      // Now that nobody else writes these records.
      const now = await allExpirations(db, caller.owner, needs.tables, { recordIds: ids });
      const known = new Map((await collected(now.rows)).map((each) => [each.id, each]));
      const renewals = ids
        .flatMap((recordId) => wanted.get(recordId) ?? [])
        .flatMap(({ id, name }) => {
          const expiration = known.get(id);
          const renewal = message === null && expiration ? renewalOf(expiration, action) : null;
          if (renewal && !('message' in renewal)) return [renewal];
          refused(id, name, renewal?.message ?? message ?? missing);
          return [];
        });
      const byRecord = Map.groupBy(renewals, ({ expiration }) => expiration.recordId);
      const edits = rows.flatMap((row) => {
        const own = byRecord.get(row.id) ?? [];
        const { fields, changed } = renewalEdit(row, own, action);
        result.changed += changed;
        result.unchanged += own.length - changed;
        return changed > 0 ? [{ before: row, fields }] : [];
      });
      if (batch && edits.length > 0)
        await needs.tables[table].owned.updateMany(db as Tx, caller.owner, edits, batch);
      renewed.push(...renewals);
      await setImmediate(); // Let other requests run.
    }
  }
  if (batch) await followRenewals(db as Tx, needs, caller, renewed);
  return result;
}

/** Moves dates on, with prices, in one batch. Refused ones do not stop the others. */
export const renewExpirations = (
  needs: Needs,
  caller: Caller,
  { client, preview = false, ...body }: Body & { client: EventEmitter },
): Promise<BulkActionBatch> => {
  const { owner } = caller;
  const act = { kind: 'bulk', table: 'domains', owner, caller, words: 'Renewed' } as const;
  return inBulkQueue(needs.db, owner, client, waitingAtMost, async () => {
    if (preview) return renewAll(needs.db, needs, caller, body, null);
    return inBatch(needs.db, act, async (tx, batch) => {
      const result = await renewAll(tx, needs, caller, body, batch);
      return { ...result, batchId: batch.size > 0 ? batch.id : null };
    });
  });
};
