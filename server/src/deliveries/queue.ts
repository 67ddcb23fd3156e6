import type { Alert } from '@quartermaster/contract/alerts/alerts.schema';
import type { DeliveryEvent, DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import type { Delivery } from '@quartermaster/contract/deliveries/deliveries.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Schema, Tx } from '../db/schema.ts';
import { makeDue } from '../jobs/queue.ts';
import { iso, nextTime } from '../lib/clock.ts';
import { inChunks } from '../lib/paced.ts';
import type { AlertedRecord, Told } from './told.ts';
import { subjectOf, subjectOfMany } from './words.ts';

export type DeliveryRow = Schema['deliveries'];

export const sendKind = 'send';

/** How long a message is tried. */
export const triedMs = 14 * dayMs;
/** From this many on, messages for a recipient in one call are one. */
const listedFrom = 21;
const listedAtMost = 100;
const rowsAtOnce = 100;
/** More messages for programs than these are not written in the transaction of their alerts. */
export const writtenAtOnce = 500;

/** What is to be told, to whom, and from when on. */
export interface Notice {
  event: DeliveryEvent;
  alert: Alert;
  channelIds: readonly string[];
  userIds: readonly string[];
  notBefore: number;
}

/** A channel or a person, or several channels, for each of which a message is to be written later. */
type Recipient = Pick<DeliveryRow, 'channelId' | 'userId'> & { channelIds?: readonly string[] };

type Message = Recipient &
  Pick<DeliveryRow, 'alertId' | 'subject' | 'distance'> & {
    event: DeliveryEvent;
    told: Told;
    notBefore: number;
  };

function waitingRow(ownerId: string, { told, notBefore, channelIds, ...message }: Message): DeliveryRow {
  const nextAt = Math.max(notBefore, Date.now());
  return {
    ownerId,
    id: uuid(),
    ...message,
    channelIds: channelIds ? JSON.stringify(channelIds) : null,
    told: JSON.stringify(told),
    state: 'waiting' satisfies DeliveryState,
    attempts: '[]',
    attempted: 0,
    until: nextAt + triedMs,
    nextAt,
    sentAt: null,
    createdAt: nextTime(),
    settled: '{}',
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

/** The messages for one recipient: many are one with a list. */
const messagesFor = (ownerId: string, to: Recipient, notices: readonly Notice[]): DeliveryRow[] =>
  [...Map.groupBy(notices, ({ event }) => event).values()].flatMap((alike) =>
    alike.length >= listedFrom
      ? [messageOf(ownerId, to, alike)]
      : alike.map((notice) => messageOf(ownerId, to, [notice])),
  );

/** The messages for programs, which get one for each alert; if they are very many, one row for all programs. */
function* messagesForPrograms(
  ownerId: string,
  programs: ReadonlySet<string>,
  notices: readonly Notice[],
): Generator<DeliveryRow> {
  const told = notices.flatMap((notice) => {
    const channelIds = notice.channelIds.filter((id) => programs.has(id));
    return channelIds.length > 0 ? [{ notice, channelIds }] : [];
  });
  const isMany = told.reduce((sum, { channelIds }) => sum + channelIds.length, 0) > writtenAtOnce;
  for (const { notice, channelIds } of told)
    if (isMany) yield messageOf(ownerId, { channelId: null, userId: null, channelIds }, [notice]);
    else for (const channelId of channelIds) yield messageOf(ownerId, { channelId, userId: null }, [notice]);
}

/** How many more messages to people, or to channels, may wait in a workspace. */
async function roomFor(tx: Tx, ownerId: string, whose: 'people' | 'channels'): Promise<number> {
  const some = tx
    .selectFrom('deliveries')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('state', '=', sql.lit('waiting'))
    .where('userId', whose === 'people' ? 'is not' : 'is', null)
    .limit(serverLimits.waitingMessages);
  const { count } = await tx
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return serverLimits.waitingMessages - Number(count);
}

/** Writes rows, as they are made, while there is room for them. */
export async function insertDeliveries(tx: Tx, rows: Iterable<DeliveryRow>, room = Infinity): Promise<void> {
  let left = room;
  for await (const some of inChunks(rows, rowsAtOnce)) {
    const fitting = some.slice(0, Math.max(left, 0));
    if (fitting.length === 0) return;
    await tx.insertInto('deliveries').values(fitting).execute();
    left -= fitting.length;
  }
}

/**
 * Writes a message for each recipient, with the alerts as they are now; sent once the transaction has ended. Those beyond
 * what may wait in a workspace are left out, which its alert says.
 */
export async function queueNotices(tx: Tx, ownerId: string, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const channels = await tx
    .selectFrom('channels')
    .select(['id', 'type'])
    .where('ownerId', '=', ownerId)
    .execute();
  const [programs, chats] = [
    channels.filter(({ type }) => type === 'webhook'),
    channels.filter(({ type }) => type !== 'webhook'),
  ];
  const toChats = chats.flatMap(({ id }) =>
    messagesFor(
      ownerId,
      { channelId: id, userId: null },
      notices.filter(({ channelIds }) => channelIds.includes(id)),
    ),
  );
  const toPrograms = messagesForPrograms(ownerId, new Set(programs.map(({ id }) => id)), notices);
  const userIds = new Set(notices.flatMap((notice) => notice.userIds));
  const toPeople = [...userIds].flatMap((userId) =>
    messagesFor(
      ownerId,
      { channelId: null, userId },
      notices.filter((notice) => notice.userIds.includes(userId)),
    ),
  );
  await insertDeliveries(tx, toPeople, await roomFor(tx, ownerId, 'people'));
  const room = await roomFor(tx, ownerId, 'channels');
  await insertDeliveries(tx, toChats, room);
  await insertDeliveries(tx, toPrograms, room - toChats.length);
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
  return JSON.stringify([...known, { at: iso(at), status, message }].slice(-serverLimits.deliveryAttempts));
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
