import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { Expiration } from '@quartermaster/contract/expirations/expirations.schema';
import { sql } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';
import type { Condition } from '../records/table/conditions.ts';

/** The alerts that a message tells, as they were when it was written; of very many the first. */
export interface Told {
  alerts: readonly Alert[];
  count: number;
  /** The ids of the others. */
  more?: readonly string[];
  /** What a digest says, which tells of no alert, and the records that it names. */
  text?: string;
  records?: readonly AlertedRecord[];
}

export type AlertedRecord = Pick<Expiration, 'area' | 'recordId'>;

/** Messages that list many alerts. */
export const isList: Condition = sql`deliveries."alertId" is null and deliveries.event <> 'digest'`;

/** The alerts that a list tells. Lists are read one at a time: each may name as many as a bulk action changes. */
export async function idsInList(
  db: Db,
  { ownerId, id }: Pick<Schema['deliveries'], 'ownerId' | 'id'>,
): Promise<string[]> {
  const row = await db
    .selectFrom('deliveries')
    .select('told')
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  // Old ones are deleted at any time.
  if (!row) return [];
  const { alerts, more = [] } = JSON.parse(row.told) as Told;
  return [...alerts.map((alert) => alert.id), ...more];
}

/** The lists that tell some of these alerts, each with those; only the newest of them are read with a limit. */
export async function listsAbout(
  db: Db,
  ownerId: string,
  alertIds: readonly string[],
  newest?: number,
): Promise<Map<string, string[]>> {
  const asked = new Set(alertIds);
  const about = new Map<string, string[]>();
  if (asked.size === 0) return about;
  const lists = await db
    .selectFrom('deliveries')
    .select(['ownerId', 'id'])
    .where('ownerId', '=', ownerId)
    .where(isList)
    .orderBy('createdAt', 'desc')
    .$if(newest !== undefined, (query) => query.limit(newest ?? 0))
    .execute();
  for (const row of lists) {
    const told = (await idsInList(db, row)).filter((id) => asked.has(id));
    if (told.length > 0) about.set(row.id, told);
  }
  return about;
}
