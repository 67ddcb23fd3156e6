import { v7 as uuid } from 'uuid';
import { transaction } from '../db/transaction.ts';
import { rowLock } from '../db/row-lock.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { rowsOf, valuesOf } from '../db/values-of.ts';
import { inChunks, pacedMap } from '../lib/paced.ts';
import { isAmong } from '../records/table/conditions.ts';
import { type Notice, queueNotices } from './queue.ts';

type Row = Schema['notices'];

const rowsAtOnce = 200;
/** So many are told together: a few thousand rows a transaction. */
const noticesAtOnce = 3000;

/**
 * Writes the messages for programs, which get one for each alert, and keeps what else is to be told for `tellNotices`, in the
 * transaction that brings it about.
 */
export async function keepNotices(tx: Tx, ownerId: string, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const webhooks = tx
    .selectFrom('channels')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('type', '=', 'webhook');
  const programs = new Set((await webhooks.execute()).map(({ id }) => id));
  const forPrograms = notices.map((notice) => ({
    ...notice,
    channelIds: notice.channelIds.filter((id) => programs.has(id)),
    userIds: [],
  }));
  await queueNotices(tx, ownerId, forPrograms.filter(hasRecipients));
  const others = notices.map((notice) => ({
    ...notice,
    channelIds: notice.channelIds.filter((id) => !programs.has(id)),
  }));
  const columns: (keyof Row)[] = ['ownerId', 'id', 'alertId', 'notice'];
  for await (const some of inChunks(others.filter(hasRecipients), rowsAtOnce)) {
    const rows = some.map((notice): Row => ({
      ownerId,
      id: uuid(),
      alertId: notice.alert.id,
      notice: JSON.stringify(notice),
    }));
    await tx
      .insertInto('notices')
      .columns(columns)
      .expression(rowsOf(tx, 'notices', columns, rows))
      .execute();
  }
}

const hasRecipients = ({ channelIds, userIds }: Notice): boolean => channelIds.length + userIds.length > 0;

/** Makes messages of these, unless another process has, or their alert is over. */
async function tell(
  tx: Tx,
  ownerId: string,
  rows: readonly Pick<Row, 'id' | 'alertId'>[],
  notices: readonly Notice[],
) {
  const idsOf = (ids: readonly string[]) => valuesOf(tx, [['text', ids]]);
  const { numDeletedRows } = await tx
    .deleteFrom('notices')
    .where('ownerId', '=', ownerId)
    .where(isAmong(tx, 'notices.id', idsOf(rows.map(({ id }) => id))))
    .executeTakeFirst();
  if (Number(numDeletedRows) < rows.length) throw new Error('Another process has told this');
  // Locked, so that whoever closes one waits, and takes its messages back.
  const open = await tx
    .selectFrom('alerts')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where(isAmong(tx, 'alerts.id', idsOf([...new Set(rows.map(({ alertId }) => alertId))])))
    .where('state', 'not in', ['CLOSED', 'LET_EXPIRE'])
    .orderBy('id')
    .modifyEnd(rowLock(tx))
    .execute();
  const ids = new Set(open.map(({ id }) => id));
  await queueNotices(
    tx,
    ownerId,
    notices.filter(({ alert }) => ids.has(alert.id)),
  );
}

/** Makes messages of what was kept: many for one recipient are one, whichever steps they come from. */
export async function tellNotices(db: Db, ownerId: string): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('notices')
      .select(['id', 'alertId', 'notice'])
      .where('ownerId', '=', ownerId)
      .orderBy('id')
      .limit(noticesAtOnce)
      .execute();
    if (rows.length === 0) return;
    const notices = await pacedMap(rows, ({ notice }) => JSON.parse(notice) as Notice);
    await transaction(db, (tx) => tell(tx, ownerId, rows, notices));
  }
}
