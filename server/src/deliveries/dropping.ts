import type { DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { iso } from '../lib/clock.ts';
import { isAmong } from '../records/table/conditions.ts';
import type { DeliveryRow } from './queue.ts';
import { idsInList, isList } from './told.ts';

const alertsAtOnce = 100;

/** Marks messages that wait and are not wanted any more, and says why; the caller says which. */
function dropping(tx: Db, ownerId: string, why: string) {
  const attempt = JSON.stringify({ at: iso(Date.now()), status: null, message: why });
  const attempts = sql<string>`case when attempts = '[]' then ${`[${attempt}]`}
    else substr(attempts, 1, length(attempts) - 1) || ${`,${attempt}]`} end`;
  return tx
    .updateTable('deliveries')
    .set({ state: 'dropped' satisfies DeliveryState, attempts })
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'waiting');
}

export const drop = async (tx: Db, { ownerId, id }: Pick<DeliveryRow, 'ownerId' | 'id'>, why: string) =>
  void (await dropping(tx, ownerId, why).where('id', '=', id).execute());

const waitingOf = (tx: Tx, ownerId: string) =>
  tx
    .selectFrom('deliveries')
    .select(['ownerId', 'id'])
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'waiting');

/** Takes back what has not been sent about alerts that are over. */
export async function dropUnsent(tx: Tx, ownerId: string, alertIds: readonly string[]): Promise<void> {
  for (let start = 0; start < alertIds.length; start += alertsAtOnce)
    await dropping(tx, ownerId, 'Not sent: the alert is over')
      .where('alertId', 'in', alertIds.slice(start, start + alertsAtOnce))
      .execute();
  await dropLists(tx, ownerId, new Set(alertIds));
}

/** Takes back lists with some of these alerts, of which all are over. */
async function dropLists(tx: Tx, ownerId: string, alertIds: ReadonlySet<string>): Promise<void> {
  for (const row of await waitingOf(tx, ownerId).where(isList).execute()) {
    const ids = await idsInList(tx, row);
    if (!ids.some((id) => alertIds.has(id))) continue;
    const open = await tx
      .selectFrom('alerts')
      .select('id')
      .where('ownerId', '=', ownerId)
      .where('state', 'not in', ['CLOSED', 'LET_EXPIRE'])
      .where(isAmong(tx, 'alerts.id', valuesOf(tx, [['text', ids]])))
      .limit(1)
      .executeTakeFirst();
    if (!open) await drop(tx, row, 'Not sent: the alerts are over');
  }
}

/** Takes back what waits for a channel. */
export const dropWaiting = async (tx: Tx, ownerId: string, channelId: string, why: string) =>
  void (await dropping(tx, ownerId, why).where('channelId', '=', channelId).execute());
