import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelType } from '@quartermaster/contract/channels/channels.routes';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/schema.ts';
import { type Job, JobWaits } from '../jobs/job.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { UnsealError } from '../secrets/seal.ts';
import { type ChannelRow, openedConfig } from './channel-row.ts';
import { SendRefusal } from './channels/outgoing.ts';
import { messageOf } from './message.ts';
import { keepRefused, keepSent, postponedByQuietHours } from './outcomes.ts';
import { type PeopleServices, tellPerson } from './people.ts';
import { type DeliveryRow, drop, sendKind, triedMs } from './queue.ts';
import { type SendingServices, type Sent, sendOver } from './send-over.ts';

interface Services extends PeopleServices, SendingServices {
  config: PeopleServices['config'];
  keyring: Keyring;
  log: FastifyBaseLogger;
}

/** Messages for different recipients that are sent at the same time. */
const lanesAtOnce = 16;
/** How soon new messages are seen while others are being sent. */
const lookMs = 500;
const wrongKeyMs = 5000;

/** Messages of a lane are sent one after the other: a channel's, and all mail to people. */
const people = 'people';
const laneOf = ({ channelId }: Pick<DeliveryRow, 'channelId'>): string => channelId ?? people;

/** What is waiting to be sent in workspaces and over channels where it may be. */
const ready = (db: Db) =>
  db
    .selectFrom('deliveries')
    .innerJoin('workspaces', 'workspaces.id', 'deliveries.ownerId')
    .leftJoin('channels', (join) =>
      join
        .onRef('channels.ownerId', '=', 'deliveries.ownerId')
        .onRef('channels.id', '=', 'deliveries.channelId'),
    )
    .where('deliveries.state', '=', 'waiting')
    .where('workspaces.sendingPausedAt', 'is', null)
    .where('workspaces.deletedAt', 'is', null)
    .where((where) => where.or([where('channelId', 'is', null), where('channels.isActive', '=', 1)]));

/** The message that has been due for longest, except for these lanes. One far ahead was set by a clock that was wrong. */
const nextDue = (db: Db, lanes: readonly string[], now: number): Promise<DeliveryRow | undefined> =>
  ready(db)
    .selectAll('deliveries')
    .where((where) => where.or([where('nextAt', '<=', now), where('nextAt', '>', now + 2 * triedMs)]))
    .where(({ eb, fn, val }) => eb(fn.coalesce('channelId', val(people)), 'not in', [...lanes, '']))
    .orderBy('nextAt')
    .orderBy('deliveries.id')
    .limit(1)
    .executeTakeFirst();

async function nextTime(db: Db): Promise<number | null> {
  const { nextAt } = await ready(db)
    .select(({ fn }) => fn.min<number | null>('nextAt').as('nextAt'))
    .executeTakeFirstOrThrow();
  return nextAt === null ? null : Number(nextAt);
}

async function send(services: Services, row: DeliveryRow, channel: ChannelRow | null) {
  const message = messageOf(row);
  const { userId } = row;
  if (userId !== null) return tellPerson(services, { ...row, userId }, message);
  if (!channel) return { notWanted: 'Not sent: the channel was deleted' };
  const config = openedConfig(await services.keyring.sealer(row.ownerId), channel);
  return sendOver(services, channel.type as ChannelType, config, message);
}

/** An error that is nobody's answer is logged by its name: it may hold anything. */
function refusalOf(error: unknown): SendRefusal {
  if (error instanceof SendRefusal) return error;
  if (error instanceof UnsealError) return new SendRefusal("The channel's secrets can't be opened");
  return new SendRefusal(
    `The message could not be sent (${error instanceof Error ? error.name : 'unknown error'})`,
  );
}

/** Sends one message and keeps what became of it. */
async function deliver(services: Services, row: DeliveryRow): Promise<void> {
  const { db, log } = services;
  const { ownerId, id, channelId, event } = row;
  if (await postponedByQuietHours(db, row)) return;
  const channel =
    channelId === null
      ? null
      : ((await db
          .selectFrom('channels')
          .selectAll()
          .where('ownerId', '=', ownerId)
          .where('id', '=', channelId)
          .executeTakeFirst()) ?? null);
  let sent: Sent | { notWanted: string };
  try {
    sent = await send(services, row, channel);
  } catch (error) {
    const refusal = refusalOf(error);
    const what = { workspaceId: ownerId, deliveryId: id, channelId, event, status: refusal.status };
    log.info({ ...what, reason: refusal.message, attempts: row.attempted + 1 }, 'a message was not taken');
    return keepRefused(db, row, channel, refusal);
  }
  if ('notWanted' in sent) await drop(db, row, sent.notWanted);
  else await keepSent(db, row, channel, sent);
}

/**
 * Sends what is due. One process does it at a time, so that nothing is sent twice at once; it sends to many recipients at
 * the same time, so that none that is slow holds up the others.
 */
async function sendDue(services: Services, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const busy = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const start = (lane: string, row: DeliveryRow) => {
    const sending = deliver(services, row)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => busy.delete(lane));
    busy.set(lane, sending);
  };
  while (!signal.aborted && failures.length === 0) {
    const taken = [...busy.keys()];
    const row = taken.length < lanesAtOnce ? await nextDue(db, taken, Date.now()) : undefined;
    if (row) start(laneOf(row), row);
    else if (taken.length === 0) break;
    else await Promise.race([...busy.values(), pause(lookMs, undefined, { ref: false })]);
  }
  await Promise.all(busy.values());
  // The database failed: nothing else is thrown here.
  if (failures.length > 0) throw failures[0];
}

/** The job that sends messages: at least once each, and the same on every attempt. */
export const sending = (services: Services): Job => ({
  kind: sendKind,
  cron: '*/30 * * * * *',
  run: async ({ signal }) => {
    // A server with another master key can't open the channels; one that has the right key sends.
    try {
      services.keyring.expectOpen();
    } catch {
      throw new JobWaits(Date.now() + wrongKeyMs);
    }
    await sendDue(services, signal);
    signal.throwIfAborted();
    const nextAt = await nextTime(services.db);
    return nextAt === null ? undefined : { nextAt: Math.max(nextAt, Date.now()) };
  },
});
