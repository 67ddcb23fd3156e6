import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { rowLock } from '../db/row-lock.ts';
import type { Db } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import { insertDeliveries, writtenAtOnce } from './queue.ts';

/** So many messages of a workspace are written ahead of those that are sent. */
const writtenAhead = serverLimits.waitingMessages / 2;

const unaddressed = (db: Db) =>
  db.selectFrom('deliveries').where('channelIds', 'is not', null).where('state', '=', sql.lit('waiting'));

async function writtenIn(db: Db, ownerId: string): Promise<number> {
  const some = db
    .selectFrom('deliveries')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('channelId', 'is not', null)
    .where('state', '=', sql.lit('waiting'))
    .limit(writtenAhead);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether so many messages wait for channels that no more are written. */
export const manyWait = async (db: Db, ownerId: string): Promise<boolean> =>
  (await writtenIn(db, ownerId)) >= writtenAhead - limits.ruleChannels;

/** Writes the next messages of a workspace, those of an alert in one transaction. Returns whether there were any. */
async function addressIn(db: Db, ownerId: string): Promise<boolean> {
  const room = Math.min(writtenAtOnce, writtenAhead - (await writtenIn(db, ownerId)));
  if (room < limits.ruleChannels) return false;
  return transaction(db, async (tx) => {
    const channels = await tx.selectFrom('channels').select('id').where('ownerId', '=', ownerId).execute();
    const rows = await unaddressed(tx)
      .selectAll()
      .where('ownerId', '=', ownerId)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(Math.floor(room / limits.ruleChannels))
      .modifyEnd(rowLock(tx))
      .execute();
    if (rows.length === 0) return false;
    const known = new Set(channels.map(({ id }) => id));
    const messages = rows.flatMap((row) =>
      (JSON.parse(row.channelIds ?? '[]') as string[])
        .filter((channelId) => known.has(channelId))
        .map((channelId) => ({ ...row, id: uuid(), channelId, channelIds: null })),
    );
    await insertDeliveries(tx, messages);
    const ids = rows.map(({ id }) => id);
    await tx.deleteFrom('deliveries').where('ownerId', '=', ownerId).where('id', 'in', ids).execute();
    return true;
  });
}

/** Writes some of the messages that are one row for many channels yet, of each workspace. Returns whether there were any. */
export async function addressSome(db: Db): Promise<boolean> {
  const owners = await unaddressed(db).select('ownerId').distinct().execute();
  let wrote = false;
  for (const { ownerId } of owners) wrote = (await addressIn(db, ownerId)) || wrote;
  return wrote;
}
