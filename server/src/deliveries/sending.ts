import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Job, JobWaits } from '../jobs/job.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { UnsealError } from '../secrets/seal.ts';
import { addressSome } from './addressing.ts';
import { type ChannelRow, openedConfig } from './channel-row.ts';
import { SendRefusal } from './channels/outgoing.ts';
import { type Lane, dueLanes, inTurn, keyOf, nextIn, nextTime } from './lanes.ts';
import { messageOf } from './message.ts';
import { keepRefused, keepSent, postponedByQuietHours } from './outcomes.ts';
import { type PeopleServices, tellPerson } from './people.ts';
import { drop } from './dropping.ts';
import { type DeliveryRow, sendKind } from './queue.ts';
import { settledOf } from './receivers.ts';
import { type SendingServices, type Sent, sendOver } from './send-over.ts';

interface Services extends PeopleServices, SendingServices {
  config: PeopleServices['config'];
  keyring: Keyring;
  log: FastifyBaseLogger;
}

/** Lanes in which messages are on their way at the same time. */
const places = 16;
/** How soon new messages are seen while others are being sent. */
const lookMs = 500;
const wrongKeyMs = 5000;

async function send(services: Services, row: DeliveryRow, channel: ChannelRow | null) {
  const message = messageOf(row);
  const { userId } = row;
  if (userId !== null) return tellPerson(services, { ...row, userId }, message);
  if (!channel) return { notWanted: 'Not sent: the channel was deleted' };
  const config = openedConfig(await services.keyring.sealer(row.ownerId), channel);
  return sendOver(services, channel, config, message, { settled: settledOf(row) });
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
 * the same time, and to those of each workspace in turn, so that none that is slow holds up the others.
 */
async function sendDue(services: Services, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const busy = new Map<string, Lane>();
  const sends = new Set<Promise<void>>();
  const served = new Map<string, number>();
  const failures: unknown[] = [];
  const sendIn = async (lane: Lane): Promise<void> => {
    const row = await nextIn(db, lane, Date.now());
    if (row) await deliver(services, row);
  };
  const start = (lane: Lane) => {
    busy.set(keyOf(lane), lane);
    served.set(lane.ownerId, performance.now());
    const sent = sendIn(lane)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        busy.delete(keyOf(lane));
        sends.delete(sent);
      });
    sends.add(sent);
  };
  while (!signal.aborted && failures.length === 0) {
    const wrote = await addressSome(db);
    const due = busy.size < places ? await dueLanes(db, Date.now()) : [];
    for (let lane; (lane = inTurn(due, busy, places, served));) start(lane);
    if (sends.size === 0 && !wrote) break;
    // More is written meanwhile.
    if (!wrote) await Promise.race([...sends, pause(lookMs, undefined, { ref: false })]);
  }
  await Promise.all(sends);
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
