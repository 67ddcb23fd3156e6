import type { DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import { audit } from '../access/audit.ts';
import { outsideQuietHours } from './quiet-hours.ts';
import { transaction } from '../db/transaction.ts';
import type { Db, Tx } from '../db/schema.ts';
import { crossSoon } from '../jobs/due.ts';
import { alertSettingsOf } from '../expiry/alert-settings.ts';
import { answersOf, movedWords } from './channel-answers.ts';
import { type ChannelRow, failingFrom, isFailing } from './channel-row.ts';
import type { SendRefusal } from './channels/outgoing.ts';
import { type DeliveryRow, triedMs, withAttempt } from './queue.ts';
import { answersAfter, byRefusal, settledOf, undeliveredWords, withReceivers } from './receivers.ts';
import type { Sent } from './send-over.ts';

const firstWaitMs = 60_000;
const longestWaitMs = 6 * 3_600_000;

/** A minute after the first attempt, then twice as long each time; a little less, so that many do not retry in step. */
export const waitMs = (attempted: number, random = Math.random()): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** (attempted - 1)) * (0.9 + random / 10);

const ofDelivery = (tx: Tx, { ownerId, id }: DeliveryRow) =>
  tx.updateTable('deliveries').where('ownerId', '=', ownerId).where('id', '=', id);
const ofChannel = (tx: Tx, { ownerId, id }: Pick<ChannelRow, 'ownerId' | 'id'>) =>
  tx.updateTable('channels').where('ownerId', '=', ownerId).where('id', '=', id);

const inTransaction = (db: Db, work: (tx: Tx) => Promise<void>): Promise<void> => transaction(db, work);

/**
 * Somebody took a message over a channel: it is all right again, unless it has addresses that are refused for good. Tests
 * count for nothing else.
 */
export async function channelSent(
  tx: Tx,
  channel: ChannelRow,
  { receivers, chatId }: Sent,
  counts: 0 | 1,
): Promise<void> {
  const isTaken = !receivers || receivers.taken.length > 0;
  const answers = answersAfter(channel, receivers ?? {}, chatId);
  const words = receivers && undeliveredWords(receivers);
  const isNew = receivers !== undefined && receivers.refused.length > 0;
  const isWell = isTaken && answers.refused === undefined;
  const refusals = isNew ? channel.refusals + counts : isWell ? 0 : channel.refusals;
  const lastError = words || (chatId === undefined ? null : movedWords(chatId));
  await ofChannel(tx, channel)
    .set({
      refusals,
      answers: JSON.stringify(answers),
      ...(isTaken && { waitUntil: 0, lastSentAt: Date.now() }),
      ...((isWell || lastError !== null) && { lastError }),
    })
    .execute();
  if (isFailing(refusals) !== isFailing(channel.refusals)) await crossSoon(tx, channel.ownerId);
}

/**
 * A channel refused a message, so that it fails after some in a row, or is turned off if the receiver is gone. Tests count
 * for nothing else. Returns the number in a row.
 */
export async function channelRefused(
  tx: Tx,
  channel: ChannelRow,
  { message, isGone, undelivered }: SendRefusal,
  counts: 0 | 1,
): Promise<number> {
  const receivers = byRefusal(undelivered);
  const { refusals } = (await ofChannel(tx, channel)
    .set(({ eb }) => ({
      refusals: eb('refusals', '+', isGone ? failingFrom : counts),
      lastError: undeliveredWords(receivers) || message,
      answers: JSON.stringify(answersAfter(channel, receivers, answersOf(channel).chatId)),
      ...(isGone && { isActive: 0 as const }),
    }))
    .returning('refusals')
    .executeTakeFirst()) ?? { refusals: 0 };
  if (isGone)
    await audit(tx, {
      action: 'channel.changed',
      workspaceId: channel.ownerId,
      actor: null,
      origin: null,
      subject: channel.name,
      details: { channelId: channel.id, changed: ['isActive'], isActive: false, status: 410 },
    });
  if (isFailing(refusals) && !isFailing(channel.refusals)) await crossSoon(tx, channel.ownerId);
  return refusals;
}

/** The same of a message that waited. None is tried over the channel for a while; returns how long that is. */
async function heldBack(tx: Tx, channel: ChannelRow, refusal: SendRefusal, now: number): Promise<number> {
  const refusals = await channelRefused(tx, channel, refusal, 1);
  const wait = Math.max(waitMs(refusals), refusal.retryAfterMs);
  // No message is tried for longer.
  const waitUntil = Math.min(Math.round(now + wait), now + triedMs);
  await ofChannel(tx, channel).set({ waitUntil }).execute();
  return wait;
}

/**
 * Keeps that a message was taken. It counts even if it was not wanted any more meanwhile. One that some addresses refused for
 * now is tried again, which holds up no other message of the channel.
 */
export const keepSent = (db: Db, row: DeliveryRow, channel: ChannelRow | null, sent: Sent): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = Date.now();
    if (channel) await channelSent(tx, channel, sent, 1);
    const { status, message, receivers } = sent;
    const attempted = row.attempted + 1;
    const tried = {
      attempts: withAttempt(row.attempts, now, status, message),
      attempted,
      ...(receivers && { settled: JSON.stringify(withReceivers(settledOf(row), receivers)) }),
    };
    if (!receivers || receivers.deferred.length === 0) {
      const state: DeliveryState = 'sent';
      await ofDelivery(tx, row)
        .set({ ...tried, state, sentAt: now })
        .execute();
      return;
    }
    await ofDelivery(tx, row)
      .set({ ...tried, ...(await triedAgain(tx, row, now, waitMs(attempted))) })
      .where('state', '=', 'waiting')
      .execute();
  });

/** When a refused message is tried again: at the end of quiet hours, which don't move digests. */
async function againAt(tx: Tx, { ownerId, event, until }: DeliveryRow, now: number, wait: number) {
  // The last attempt is made at the end.
  const at = Math.min(Math.round(now + wait), Math.max(until, now + firstWaitMs));
  return event === 'digest' ? at : outsideQuietHours(await alertSettingsOf(tx, ownerId), at);
}

/** What becomes of a message that is tried again, unless it has been tried for long enough. */
const triedAgain = async (tx: Tx, row: DeliveryRow, now: number, wait: number) => ({
  state: (now >= row.until ? 'given-up' : 'waiting') satisfies DeliveryState,
  nextAt: await againAt(tx, row, now, wait),
});

/**
 * Moves a message to the end of quiet hours, and returns whether it did, if it was due before they began but could not be
 * sent until now, as when the server was down. One that Retry made due during them is sent at once.
 */
export async function postponedByQuietHours(db: Db, row: DeliveryRow): Promise<boolean> {
  if (row.event === 'digest') return false;
  const now = Date.now();
  const settings = await alertSettingsOf(db, row.ownerId);
  const end = outsideQuietHours(settings, now);
  if (end === now || outsideQuietHours(settings, row.nextAt) === end) return false;
  await inTransaction(db, async (tx) => {
    // As for a new message, the time for which it is tried begins when it may be sent.
    const times = { nextAt: end, until: end + triedMs };
    await ofDelivery(tx, row).set(times).where('state', '=', 'waiting').execute();
  });
  return true;
}

/** Keeps why a message was not taken, and when it is tried again, if at all. */
export const keepRefused = (
  db: Db,
  row: DeliveryRow,
  channel: ChannelRow | null,
  refusal: SendRefusal,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = Date.now();
    const attempted = row.attempted + 1;
    const held = channel ? await heldBack(tx, channel, refusal, now) : refusal.retryAfterMs;
    const wait = Math.max(waitMs(attempted), held);
    await ofDelivery(tx, row)
      .set({
        ...(await triedAgain(tx, row, now, wait)),
        attempts: withAttempt(row.attempts, now, refusal.status, refusal.message),
        attempted,
        // Nobody has it: all addresses get it once one can.
        ...(refusal.undelivered.length > 0 && { settled: '{}' }),
      })
      .where('state', '=', 'waiting')
      .execute();
  });
