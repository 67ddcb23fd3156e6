import type { AlertKind } from '@quartermaster/contract/alerts/alerts.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { retried } from '../db/retried.ts';
import { rowLock } from '../db/row-lock.ts';
import { dropUnsent } from '../deliveries/queue.ts';
import { inChunks } from '../lib/paced.ts';
import type { Pass } from './advance.ts';
import { type AlertRow, standingOf, withStanding } from './alert-row.ts';
import { close } from './standing.ts';
import { deleteAlerts, writeAlerts, writeEvents } from './store.ts';

const rowsAtOnce = 200;
/** How long closed alerts are kept: a date that is restored within that time is not told again. */
const keptMs = 400 * dayMs;

/** Closes the alerts of these kinds that are over; `over` says why, or null for those that are not. */
export async function closeAlerts(
  { db, owner, now, signal }: Pass,
  kinds: readonly AlertKind[],
  over: (row: Pick<AlertRow, 'subject' | 'date' | 'recordId'>) => string | null,
): Promise<void> {
  const open = await db
    .selectFrom('alerts')
    .select(['id', 'subject', 'date', 'recordId'])
    .where('ownerId', '=', owner.id)
    .where('kind', 'in', kinds)
    .where('state', '<>', 'CLOSED')
    .where('createdAt', '<=', now)
    .orderBy('id')
    .execute();
  const reasons = new Map(
    open.flatMap((row) => {
      const reason = over(row);
      return reason === null ? [] : [[row.id, reason] as const];
    }),
  );
  for await (const ids of inChunks(reasons.keys(), rowsAtOnce)) {
    signal.throwIfAborted();
    await retried(() =>
      db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('alerts')
          .selectAll()
          .where('ownerId', '=', owner.id)
          .where('id', 'in', ids)
          .where('state', '<>', 'CLOSED')
          .orderBy('id')
          .modifyEnd(rowLock(tx))
          .execute();
        // Of what was only seen, nothing is to be remembered.
        const seen = rows.filter(({ state }) => state === 'WAITING').map(({ id }) => id);
        await deleteAlerts(tx, owner.id, seen);
        const steps = rows.flatMap((row) => {
          const step = row.state === 'WAITING' ? null : close(standingOf(row), reasons.get(row.id) ?? '');
          return step ? [{ row: withStanding(row, step.standing, now, null), event: step.event }] : [];
        });
        const closed = steps.map(({ row }) => row);
        await writeAlerts(tx, closed);
        const events = steps.map(({ row, event }) => ({
          alert: row,
          name: 'closed' as const,
          detail: event?.detail,
        }));
        await writeEvents(tx, events, null, now);
        await dropUnsent(
          tx,
          owner.id,
          closed.map(({ id }) => id),
        );
      }),
    );
  }
}

/** Deletes alerts that were closed long ago. */
export async function pruneAlerts({ db, owner, now }: Pass): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('alerts')
      .select('id')
      .where('ownerId', '=', owner.id)
      .where('state', '=', 'CLOSED')
      .where('closedAt', '<', now - keptMs)
      .limit(rowsAtOnce)
      .execute();
    if (rows.length === 0) return;
    await db.transaction().execute((tx) =>
      deleteAlerts(
        tx,
        owner.id,
        rows.map(({ id }) => id),
      ),
    );
  }
}
