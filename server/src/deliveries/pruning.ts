import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryState } from '@quartermaster/contract/deliveries/deliveries.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import type { Db } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import { type Job, hourly } from '../jobs/job.ts';
import { withAttempt } from './queue.ts';

const rowsAtOnce = 500;

/** Deletes what is over and old, a few rows at a time. */
async function deleteOld(db: Db, before: number, signal: AbortSignal): Promise<void> {
  for (let more = true; more;) {
    signal.throwIfAborted();
    const began = performance.now();
    const old = await db
      .selectFrom('deliveries')
      .select(['ownerId', 'id'])
      .where('createdAt', '<', before)
      .where('state', '<>', 'waiting')
      .limit(rowsAtOnce)
      .execute();
    for (const [ownerId, some] of Map.groupBy(old, (row) => row.ownerId)) {
      const ids = some.map(({ id }) => id);
      await transaction(db, (tx) =>
        tx.deleteFrom('deliveries').where('ownerId', '=', ownerId).where('id', 'in', ids).execute(),
      );
    }
    more = old.length === rowsAtOnce;
    // Let others write: SQLite has one writer at a time.
    if (more) await pause(performance.now() - began);
  }
}

/** Gives up what waits for channels that stayed turned off, which nothing tries. */
async function giveUpUntried(db: Db, now: number, signal: AbortSignal): Promise<void> {
  for (let more = true; more;) {
    signal.throwIfAborted();
    const over = await db
      .selectFrom('deliveries')
      .innerJoin('channels', (join) =>
        join
          .onRef('channels.ownerId', '=', 'deliveries.ownerId')
          .onRef('channels.id', '=', 'deliveries.channelId'),
      )
      .select(['deliveries.ownerId', 'deliveries.id', 'attempts'])
      .where('deliveries.state', '=', 'waiting')
      .where('channels.isActive', '=', 0)
      .where('until', '<', now)
      .limit(rowsAtOnce)
      .execute();
    for (const { ownerId, id, attempts } of over)
      await db
        .updateTable('deliveries')
        .set({
          state: 'given-up' satisfies DeliveryState,
          attempts: withAttempt(attempts, now, null, 'Not sent: the channel stayed turned off'),
        })
        .where('ownerId', '=', ownerId)
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
    more = over.length === rowsAtOnce;
  }
}

/** The job that ends what the delivery log keeps. */
export const deliveryPruning = ({ db }: { db: Db }): Job => ({
  kind: 'prune',
  cron: hourly,
  run: async ({ signal }) => {
    const now = Date.now();
    await giveUpUntried(db, now, signal);
    await deleteOld(db, now - serverLimits.deliveryDays * dayMs, signal);
  },
});
