import type { LookKind, LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { enqueueAhead } from '../../jobs/queue.ts';
import { inChunks } from '../../lib/paced.ts';
import { alertSettingsOf } from '../alert-settings.ts';
import type { Row } from '../../records/kinds/row.ts';
import { aheadOfQueue } from './asker.ts';
import { lookKey, lookKind } from './look-keys.ts';
import { type Subject, askedOf, subjectsOf } from './subjects.ts';

const keysAtOnce = 200;

/** What would be looked up for each of these rows, by their ids; those without anything are left out. */
export async function looksOf(
  db: Db,
  config: Pick<Config, 'looksUp' | 'whoisServers'>,
  ownerId: string,
  area: LookedUpArea,
  rows: readonly Row[],
  kinds?: readonly LookKind[],
): Promise<ReadonlyMap<string, readonly Subject[]>> {
  const { look } = await alertSettingsOf(db, ownerId);
  const isOn = (kind: LookKind): boolean =>
    config.looksUp && look[kind] && (kinds === undefined || kinds.includes(kind));
  const each = rows.map((row): [string, Subject[]] => [
    String(row['id']),
    subjectsOf(area, askedOf(area, row), config.whoisServers).filter(({ kind }) => isOn(kind)),
  ]);
  return new Map(each.filter(([, subjects]) => subjects.length > 0));
}

/** Has subjects looked up next, in spite of a back-off; the servers to ask decide when that is. */
export async function lookNow(tx: Tx, ownerId: string, subjects: readonly Subject[]): Promise<void> {
  const keys = new Set(subjects.map((subject) => lookKey(ownerId, subject)));
  for await (const some of inChunks(keys, keysAtOnce))
    await enqueueAhead(tx, { kind: lookKind, ownerId, progress: aheadOfQueue }, some);
}
