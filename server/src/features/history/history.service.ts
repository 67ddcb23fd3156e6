import type { Area } from '@quartermaster/contract/api/areas';
import type { BatchKind } from '@quartermaster/contract/history/history.routes';
import type { Batch, Change } from '@quartermaster/contract/history/history.schema';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { firstMs, lastMs } from '@quartermaster/contract/rules/moments';
import type { Caller } from '../../access/caller.ts';
import type { Db } from '../../db/schema.ts';
import { cursorOf, placeOf } from '../../lib/cursor.ts';
import { notFound } from '../../lib/errors.ts';
import { tableOfArea } from '../../records/kinds/entities.ts';
import { type PastBatch, batchesOf, changesOfBatch, findBatch } from '../../records/history/read.ts';
import { madeByOf } from '../../records/history/seen-batches.ts';
import { shownBatches } from '../../records/history/shown-batches.ts';
import { shownChanges } from '../../records/history/shown.ts';
import { whyNothing } from '../../records/undo/requests.ts';

interface Query {
  area?: Area | undefined;
  recordId?: string | undefined;
  actorId?: string | undefined;
  tokenId?: string | undefined;
  kind?: BatchKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
}

export async function listBatches(
  db: Db,
  caller: Caller,
  { area, from, to, cursor, ...filters }: Query,
): Promise<{ batches: Batch[]; next: string | null }> {
  const { owner } = caller;
  const place = cursor === undefined ? null : placeOf(cursor, ['number', 'string']);
  const { items, next } = await batchesOf(
    db,
    owner,
    serverLimits.historyRows,
    place && { at: place[0], id: place[1] },
    {
      ...filters,
      madeBy: madeByOf(caller),
      // Acts of jobs are listed only where their kind is asked for.
      ofPeople: filters.kind === undefined,
      table: area && tableOfArea[area],
      from: from === undefined ? from : firstMs(from),
      to: to === undefined ? to : lastMs(to),
    },
  );
  return { batches: await shownBatches(db, owner, items), next: next && cursorOf([next.at, next.id]) };
}

/** A batch that the caller sees, or throws NOT_FOUND, or why the job that was to write it did not. */
export async function batchOf(db: Db, caller: Caller, id: string): Promise<PastBatch> {
  const row = await findBatch(db, caller.owner, madeByOf(caller), id);
  if (!row) throw (await whyNothing(db, caller, id)) ?? notFound('batch');
  return row;
}

export async function shownBatch(db: Db, caller: Caller, row: PastBatch): Promise<Batch> {
  const [batch] = await shownBatches(db, caller.owner, [row]);
  if (!batch) throw notFound('batch');
  return batch;
}

export async function readBatch(
  db: Db,
  caller: Caller,
  id: string,
  cursor: string | undefined,
): Promise<{ batch: Batch; changes: Change[]; next: string | null }> {
  const { owner } = caller;
  const [after] = cursor === undefined ? [] : placeOf(cursor, ['string']);
  const row = await batchOf(db, caller, id);
  const { items, next } = await changesOfBatch(db, owner, id, serverLimits.changeRows, after);
  return {
    batch: await shownBatch(db, caller, row),
    changes: await shownChanges(db, owner, items),
    next: next && cursorOf([next]),
  };
}
