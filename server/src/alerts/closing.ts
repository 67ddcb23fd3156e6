import type { AlertKind } from '@quartermaster/contract/alerts/alerts.routes';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { transaction } from '../db/transaction.ts';
import type { Tx } from '../db/schema.ts';
import { rowLock } from '../db/row-lock.ts';
import { dropUnsent } from '../deliveries/dropping.ts';
import { inChunks } from '../lib/paced.ts';
import type { Evaluation } from './advance.ts';
import { type AlertRow, standingOf, withStanding } from './alert-row.ts';
import { close } from './standing.ts';
import { deleteAlerts, writeAlerts, writeEvents } from './store.ts';

const rowsAtOnce = 100;
/** How long closed alerts are kept: a date that is restored within that time is not told again. */
const keptMs = 400 * dayMs;

type Over = (row: AlertRow) => string | null;

/** The alerts of these kinds that are not closed. */
export async function openAlerts({ db, owner }: Evaluation, kinds: readonly AlertKind[]): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('id')
    .where('ownerId', '=', owner.id)
    .where('kind', 'in', kinds)
    .where('state', '<>', 'CLOSED')
    .execute();
  return rows.map(({ id }) => id).sort();
}

/** The alerts of a kind about these records that are not closed. */
export const openAlertsOf = (
  { db, owner }: Evaluation,
  kind: AlertKind,
  recordIds: readonly string[],
): Promise<Pick<AlertRow, 'id' | 'subject' | 'date'>[]> =>
  db
    .selectFrom('alerts')
    .select(['id', 'subject', 'date'])
    .where('ownerId', '=', owner.id)
    .where('recordId', 'in', recordIds)
    .where('kind', '=', kind)
    .where('state', '<>', 'CLOSED')
    .execute();

async function closeSome(
  tx: Tx,
  { owner, now }: Evaluation,
  ids: readonly string[],
  over: Over,
): Promise<void> {
  const rows = await tx
    .selectFrom('alerts')
    .selectAll()
    .where('ownerId', '=', owner.id)
    .where('id', 'in', ids)
    .where('state', '<>', 'CLOSED')
    .orderBy('id')
    .modifyEnd(rowLock(tx))
    .execute();
  const ended = rows.flatMap((row) => {
    const reason = over(row);
    return reason === null ? [] : [{ row, reason }];
  });
  // Of what was only seen, nothing is to be remembered.
  const seen = ended.filter(({ row }) => row.state === 'WAITING').map(({ row }) => row.id);
  await deleteAlerts(tx, owner.id, seen);
  const closed = ended.flatMap(({ row, reason }) => {
    const step = row.state === 'WAITING' ? null : close(standingOf(row), reason);
    return step ? [{ row: withStanding(row, step.standing, now, null), event: step.event }] : [];
  });
  await writeAlerts(
    tx,
    closed.map(({ row }) => row),
  );
  const events = closed.map(({ row, event }) => ({
    alert: row,
    name: 'closed' as const,
    detail: event?.detail,
  }));
  await writeEvents(tx, events, null, now);
  await dropUnsent(
    tx,
    owner.id,
    closed.map(({ row }) => row.id),
  );
}

/** Closes those of these alerts that are over; `over` says why, or null for those that are not. */
export async function closeAlerts(evaluation: Evaluation, ids: readonly string[], over: Over): Promise<void> {
  for await (const some of inChunks(ids, rowsAtOnce)) {
    evaluation.signal.throwIfAborted();
    const rows = await evaluation.db
      .selectFrom('alerts')
      .selectAll()
      .where('ownerId', '=', evaluation.owner.id)
      .where('id', 'in', some)
      .execute();
    const found = rows.filter((row) => over(row) !== null).map(({ id }) => id);
    if (found.length === 0) continue;
    await transaction(evaluation.db, (tx) => closeSome(tx, evaluation, found, over));
  }
}

/** Deletes alerts that were closed long ago. */
export async function pruneAlerts({ db, owner, now }: Evaluation): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('alerts')
      .select('id')
      .where('ownerId', '=', owner.id)
      .where('closedAt', '<', now - keptMs)
      .limit(rowsAtOnce)
      .execute();
    if (rows.length === 0) return;
    await transaction(db, (tx) =>
      deleteAlerts(
        tx,
        owner.id,
        rows.map(({ id }) => id),
      ),
    );
  }
}
