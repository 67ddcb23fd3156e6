import type { LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import { sql } from 'kysely';
import { read } from '../db/raw-sql.ts';
import { rowLock } from '../db/row-lock.ts';
import type { Tx } from '../db/schema.ts';
import { crossSoon, noteForEvaluation } from '../jobs/due.ts';
import { inChunks } from '../lib/paced.ts';
import { type DatedRecord, refreshDates } from './dates/shown-dates.ts';
import { tableOfArea } from '../records/kinds/entities.ts';
import { changeRevision } from '../records/table/revision.ts';
import { refreshFindings } from './findings.ts';
import { syncSoon } from './later-dates.ts';

const rowsAtOnce = 400;

/** Locked like a writer's, and first, so that neither overwrites what the other shows, nor waits for it. */
async function lockedRecords(
  tx: Tx,
  ownerId: string,
  area: LookedUpArea,
  ids: readonly string[],
): Promise<DatedRecord[]> {
  const table = sql.table(tableOfArea[area]);
  const typed = area === 'domains' ? sql`"expirationDate"` : sql`cast(null as bigint)`;
  const { rows } = await read(
    tx,
    sql<DatedRecord>`select id, ${typed} as typed, "createdAt" from ${table}
    where "ownerId" = ${ownerId} and id in (${sql.join([...ids])}) order by id ${rowLock(tx)}`,
  );
  return rows;
}

/** Shows what is known of these records by now. Call it in the transaction that writes facts or checks, after these. */
export async function refreshShown(
  tx: Tx,
  ownerId: string,
  area: LookedUpArea,
  recordIds: readonly string[],
): Promise<void> {
  let [isShownChanged, isFoundChanged] = [false, false];
  for await (const ids of inChunks([...recordIds].sort(), rowsAtOnce)) {
    const records = await lockedRecords(tx, ownerId, area, ids);
    if (records.length === 0) continue;
    if (await refreshDates(tx, ownerId, area, records)) {
      isShownChanged = true;
      await noteForEvaluation(tx, ownerId, ids);
    }
    if (area !== 'domains') continue;
    const found = records.map(({ id }) => id);
    if (await refreshFindings(tx, ownerId, found)) isFoundChanged = true;
    await syncSoon(tx, ownerId, found);
  }
  if (isShownChanged || isFoundChanged) await changeRevision(tx, ownerId);
  if (isShownChanged) await crossSoon(tx, ownerId);
}
