import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { DeliveryEvent, DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import { v7 as uuid } from 'uuid';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { valuesOf } from '../db/values-of.ts';
import { makeDue } from '../jobs/queue.ts';
import { iso, nextTime } from '../lib/clock.ts';
import { isAmong } from '../records/table/conditions.ts';
import { type AlertedRecord, type Told, idsInList, isList } from './told.ts';
import { subjectOf, subjectOfMany } from './words.ts';

export type DeliveryRow = Schema['deliveries'];

export const sendKind = 'send';

/** How long a message is tried. */
export const triedMs = 14 * dayMs;
/** From this many on, messages for a recipient in one call are one. */
const listedFrom = 21;
const listedAtMost = 100;
const rowsAtOnce = 200;

/** What is to be told, to whom, and from when on. */
export interface Notice {
  event: DeliveryEvent;
  alert: Alert;
  channelIds: readonly string[];
  userIds: readonly string[];
  notBefore: number;
}

type Recipient = Pick<DeliveryRow, 'channelId' | 'userId'>;
type Dropped = Pick<DeliveryRow, 'ownerId' | 'id' | 'attempts'>;

type Message = Pick<DeliveryRow, 'channelId' | 'userId' | 'alertId' | 'subject' | 'distance'> & {
  event: DeliveryEvent;
  told: Told;
  notBefore: number;
};

function waitingRow(ownerId: string, { told, notBefore, ...message }: Message): DeliveryRow {
  const nextAt = Math.max(notBefore, Date.now());
  return {
    ownerId,
    id: uuid(),
    ...message,
    told: JSON.stringify(told),
    state: 'waiting' satisfies DeliveryState,
    attempts: '[]',
    attempted: 0,
    until: nextAt + triedMs,
    nextAt,
    sentAt: null,
    createdAt: nextTime(),
  };
}

function messageOf(ownerId: string, recipient: Recipient, notices: readonly Notice[]): DeliveryRow {
  const alerts = notices.map(({ alert }) => alert);
  const [only] = alerts.length === 1 ? alerts : [];
  return waitingRow(ownerId, {
    event: notices[0]?.event ?? 'alert.crossed',
    ...recipient,
    alertId: only?.id ?? null,
    subject: only ? subjectOf(only) : subjectOfMany(alerts, alerts.length),
    distance: only?.distance ?? null,
    told: {
      alerts: alerts.slice(0, listedAtMost),
      count: alerts.length,
      more: alerts.slice(listedAtMost).map(({ id }) => id),
    },
    notBefore: Math.max(0, ...notices.map((notice) => notice.notBefore)),
  });
}

/** The messages for one recipient: many are one with a list, except for programs. */
function messagesFor(
  ownerId: string,
  { isProgram, ...to }: Recipient & { isProgram: boolean },
  notices: readonly Notice[],
): DeliveryRow[] {
  return [...Map.groupBy(notices, ({ event }) => event).values()].flatMap((alike) =>
    alike.length >= listedFrom && !isProgram
      ? [messageOf(ownerId, to, alike)]
      : alike.map((notice) => messageOf(ownerId, to, [notice])),
  );
}

/** Writes a message for each recipient, with the alerts as they are now; sent once the transaction has ended. */
export async function queueNotices(tx: Tx, ownerId: string, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const channels = await tx
    .selectFrom('channels')
    .select(['id', 'type'])
    .where('ownerId', '=', ownerId)
    .execute();
  const userIds = new Set(notices.flatMap((notice) => notice.userIds));
  const rows = [
    ...channels.flatMap(({ id, type }) =>
      messagesFor(
        ownerId,
        { channelId: id, userId: null, isProgram: type === 'webhook' },
        notices.filter(({ channelIds }) => channelIds.includes(id)),
      ),
    ),
    ...[...userIds].flatMap((userId) =>
      messagesFor(
        ownerId,
        { channelId: null, userId, isProgram: false },
        notices.filter((notice) => notice.userIds.includes(userId)),
      ),
    ),
  ];
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('deliveries')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute();
  await makeDue(tx, sendKind);
}

/** Writes a person's digest, which is sent once the transaction has ended. */
export async function queueDigest(
  tx: Tx,
  ownerId: string,
  userId: string,
  { subject, ...said }: { subject: string; text: string; records: readonly AlertedRecord[] },
): Promise<void> {
  const row = waitingRow(ownerId, {
    event: 'digest',
    channelId: null,
    userId,
    alertId: null,
    subject,
    distance: null,
    told: { alerts: [], count: 0, ...said },
    notBefore: 0,
  });
  await tx.insertInto('deliveries').values(row).execute();
  await makeDue(tx, sendKind);
}

/** The attempts of a delivery with another one, as the log keeps them. */
export function withAttempt(attempts: string, at: number, status: number | null, message: string): string {
  const known = JSON.parse(attempts) as Delivery['attempts'];
  return JSON.stringify([...known, { at: iso(at), status, message }].slice(-limits.deliveryAttempts));
}

/** Marks a message that is not wanted any more, and says why. */
export async function drop(tx: Db, { ownerId, id, attempts }: Dropped, why: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ state: 'dropped' satisfies DeliveryState, attempts: withAttempt(attempts, Date.now(), null, why) })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

const waitingOf = (tx: Tx, ownerId: string) =>
  tx
    .selectFrom('deliveries')
    .select(['ownerId', 'id', 'attempts'])
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'waiting');

/** Takes back what has not been sent about alerts that are over. */
export async function dropUnsent(tx: Tx, ownerId: string, alertIds: readonly string[]): Promise<void> {
  for (let start = 0; start < alertIds.length; start += rowsAtOnce) {
    const waiting = await waitingOf(tx, ownerId)
      .where('alertId', 'in', alertIds.slice(start, start + rowsAtOnce))
      .execute();
    for (const row of waiting) await drop(tx, row, 'Not sent: the alert is over');
  }
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
export async function dropWaiting(tx: Tx, ownerId: string, channelId: string, why: string): Promise<void> {
  for (let more = true; more;) {
    const waiting = await waitingOf(tx, ownerId)
      .where('channelId', '=', channelId)
      .limit(rowsAtOnce)
      .execute();
    for (const row of waiting) await drop(tx, row, why);
    more = waiting.length === rowsAtOnce;
  }
}

/** Lets a channel that refused be tried again at once. */
export const tryAtOnce = (tx: Tx, ownerId: string, channelId: string) =>
  tx
    .updateTable('channels')
    .set({ waitUntil: 0 })
    .where('ownerId', '=', ownerId)
    .where('id', '=', channelId)
    .execute();

/** Has what failed before tried again at once: what a channel needs may have changed. */
export async function sendSoon(tx: Tx, ownerId: string, channelId: string): Promise<void> {
  await tryAtOnce(tx, ownerId, channelId);
  await tx
    .updateTable('deliveries')
    .set({ nextAt: Date.now() })
    .where('ownerId', '=', ownerId)
    .where('channelId', '=', channelId)
    .where('state', '=', 'waiting')
    .where('attempted', '>', 0)
    .execute();
  await makeDue(tx, sendKind);
}
