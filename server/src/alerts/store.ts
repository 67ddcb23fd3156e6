import type { AlertEventName } from '@quartermaster/contract/alerts/alerts.routes';
import { v7 as uuid } from 'uuid';
import type { Schema, Tx } from '../db/schema.ts';
import { rowsOf } from '../db/values-of.ts';
import { inChunks } from '../lib/paced.ts';
import type { Actor, AlertRow } from './alert-row.ts';

type EventRow = Schema['alert_events'];

const rowsAtOnce = 200;

/** Writes alerts, new or changed. */
export async function writeAlerts(tx: Tx, alerts: readonly AlertRow[]): Promise<void> {
  for await (const rows of inChunks(alerts, rowsAtOnce)) {
    const columns = Object.keys(rows[0] ?? {}) as (keyof AlertRow)[];
    await tx
      .insertInto('alerts')
      .columns(columns)
      .expression(rowsOf(tx, 'alerts', columns, rows))
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'id'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  }
}

export interface NewEvent {
  alert: Pick<AlertRow, 'ownerId' | 'id'>;
  name: AlertEventName;
  detail?: string | null | undefined;
}

/** Writes what happened to alerts; `actor` null: the server itself did it. */
export async function writeEvents(
  tx: Tx,
  events: readonly NewEvent[],
  actor: Actor | null,
  now: number,
): Promise<void> {
  const all = events.map(({ alert, name, detail = null }): EventRow => ({
    ownerId: alert.ownerId,
    id: uuid(),
    alertId: alert.id,
    at: now,
    event: name,
    detail,
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? null,
    actorEmail: actor?.email ?? null,
  }));
  for await (const rows of inChunks(all, rowsAtOnce)) {
    const columns = Object.keys(rows[0] ?? {}) as (keyof EventRow)[];
    await tx
      .insertInto('alert_events')
      .columns(columns)
      .expression(rowsOf(tx, 'alert_events', columns, rows))
      .execute();
  }
}

/** Deletes alerts with their events, a few hundred at most. */
export async function deleteAlerts(tx: Tx, ownerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('alert_events').where('ownerId', '=', ownerId).where('alertId', 'in', ids).execute();
  await tx.deleteFrom('alerts').where('ownerId', '=', ownerId).where('id', 'in', ids).execute();
}
