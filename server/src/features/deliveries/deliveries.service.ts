import type { Pagination } from '@quartermaster/contract/api/query';
import type { DeliveryEvent, DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import type { Delivery, list } from '@quartermaster/contract/deliveries/deliveries.schema';
import { valuesAsked } from '@quartermaster/contract/api/filters';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { z } from 'zod';
import { auditBy } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { asSender } from '../../access/current.ts';
import type { Db } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { type DeliveryRow, sendKind, triedMs, tryAtOnce } from '../../deliveries/queue.ts';
import { listsAbout } from '../../deliveries/told.ts';
import { makeDue } from '../../jobs/queue.ts';
import { iso } from '../../lib/clock.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import { paginationOf } from '../../lib/pagination.ts';
import { anyOf, isAmong, isOneOf } from '../../records/table/conditions.ts';

/** All that is shown; what a list says may have hundreds of kilobytes. */
const columns = [
  ...(['id', 'event', 'alertId', 'channelId', 'userId', 'subject', 'distance'] as const),
  ...(['state', 'attempts', 'nextAt', 'sentAt'] as const),
];

const shown = (
  row: Pick<DeliveryRow, (typeof columns)[number]>,
  {
    listed = [],
    waitUntil = 0,
  }: { listed?: readonly string[] | undefined; waitUntil?: number | undefined } = {},
): Delivery => ({
  id: row.id,
  key: row.id,
  event: row.event as DeliveryEvent,
  alertId: row.alertId,
  channelId: row.channelId,
  userId: row.userId,
  subject: row.subject,
  distance: row.distance,
  state: row.state as DeliveryState,
  attempts: JSON.parse(row.attempts) as Delivery['attempts'],
  nextAt: row.state === 'waiting' ? iso(Math.max(row.nextAt, waitUntil)) : null,
  sentAt: row.sentAt === null ? null : iso(row.sentAt),
  alertIds: row.alertId === null ? [...listed] : [row.alertId],
});

const deliveriesOf = (db: Db, { owner }: Caller) =>
  db.selectFrom('deliveries').where('ownerId', '=', owner.id);

/** Until when nothing is sent over each channel that refused a message. */
async function waitsOf(db: Db, { owner }: Caller): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'waitUntil'])
    .where('ownerId', '=', owner.id)
    .where('waitUntil', '>', 0)
    .execute();
  return new Map(rows.map(({ id, waitUntil }) => [id, waitUntil]));
}

/** The delivery log of the workspace, newest first. */
export async function listDeliveries(
  db: Db,
  caller: Caller,
  { page = 1, limit = serverLimits.deliveryRows, channelId, alertId, state }: z.output<typeof list.query>,
): Promise<{ deliveries: Delivery[]; pagination: Pagination }> {
  let matching = deliveriesOf(db, caller).where('channelIds', 'is', null);
  if (channelId !== undefined) matching = matching.where('channelId', '=', channelId);
  const asked = valuesAsked(alertId ?? '');
  const lists = await listsAbout(db, caller.owner.id, asked);
  if (alertId !== undefined) {
    const isIn = (column: string, ids: string[]) => isAmong(db, column, valuesOf(db, [['text', ids]]));
    matching = matching.where(
      anyOf([isIn('deliveries.alertId', asked), isIn('deliveries.id', [...lists.keys()])]),
    );
  }
  if (state !== undefined) matching = matching.where(isOneOf('state', valuesAsked(state)));
  const rows = await matching
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const waits = await waitsOf(db, caller);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    deliveries: rows.map((row) =>
      shown(row, { listed: lists.get(row.id), waitUntil: waits.get(row.channelId) }),
    ),
    pagination: paginationOf({ page, limit }, Number(total)),
  };
}

/** Has a message sent at once that waits or was given up, and tried as long as a new one. */
export const retryDelivery = (db: Db, sender: Caller, id: string): Promise<Delivery> =>
  asSender(db, sender, async (tx, caller) => {
    const before = await deliveriesOf(tx, caller).select('id').where('id', '=', id).executeTakeFirst();
    if (!before) throw notFound('delivery');
    const now = Date.now();
    const again = {
      state: 'waiting' satisfies DeliveryState,
      attempted: 0,
      nextAt: now,
      until: now + triedMs,
    };
    const row = await tx
      .updateTable('deliveries')
      .set(again)
      .where('ownerId', '=', caller.owner.id)
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'given-up'])
      .returning(columns)
      .executeTakeFirst();
    if (!row) throw new AppError('CONFLICT', 'Only a message that waits or was given up is sent again');
    if (row.channelId !== null) await tryAtOnce(tx, caller.owner.id, row.channelId);
    await makeDue(tx, sendKind);
    return shown(row);
  });

const pausedIn = async (db: Db, ownerId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('workspaces')
      .select('sendingPausedAt')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow()
  ).sendingPausedAt;

export async function sendingOf(db: Db, { owner }: Caller): Promise<{ pausedAt: string | null }> {
  const pausedAt = await pausedIn(db, owner.id);
  return { pausedAt: pausedAt === null ? null : iso(pausedAt) };
}

export const resumeSending = (db: Db, sender: Caller): Promise<{ pausedAt: null }> =>
  asSender(db, sender, async (tx, caller) => {
    const { id } = caller.owner;
    const pausedAt = await pausedIn(tx, id);
    if (pausedAt === null) return { pausedAt: null };
    await tx.updateTable('workspaces').set({ sendingPausedAt: null }).where('id', '=', id).execute();
    await auditBy(tx, caller, { action: 'sending.resumed', details: { pausedAt: iso(pausedAt) } });
    await makeDue(tx, sendKind);
    return { pausedAt: null };
  });
