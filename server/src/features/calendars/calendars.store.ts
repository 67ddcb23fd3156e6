import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import { valuesOf } from '../../db/values-of.ts';
import { hashToken } from '../../access/tokens.ts';
import { inChunks } from '../../lib/paced.ts';
import { isAmong } from '../../records/table/conditions.ts';
import { type CalendarEvent, type Listed, nextEvents } from './calendars.events.ts';

type Calendar = Schema['calendars'];

export const calendarBy = (db: Db, token: string): Promise<Calendar | undefined> =>
  db.selectFrom('calendars').selectAll().where('hash', '=', hashToken(token)).executeTakeFirst();

const rowsAtOnce = 500;

async function store(tx: Tx, { ownerId, id: calendarId }: Calendar, events: readonly CalendarEvent[]) {
  for await (const some of inChunks(events, rowsAtOnce))
    await tx
      .insertInto('calendar_events')
      .values(some.map((event) => ({ ownerId, calendarId, ...event })))
      .onConflict((conflict) =>
        conflict.columns(['ownerId', 'calendarId', 'id']).doUpdateSet(({ ref }) => ({
          day: ref('excluded.day'),
          sequence: ref('excluded.sequence'),
          changedAt: ref('excluded.changedAt'),
          goneAt: ref('excluded.goneAt'),
        })),
      )
      .execute();
}

async function forget(tx: Tx, { ownerId, id: calendarId }: Calendar, ids: readonly string[]) {
  for await (const some of inChunks(ids, rowsAtOnce))
    await tx
      .deleteFrom('calendar_events')
      .where('ownerId', '=', ownerId)
      .where('calendarId', '=', calendarId)
      .where(isAmong(tx, 'calendar_events.id', valuesOf(tx, [['text', some]])))
      .execute();
}

/** Stores what a calendar tells now, and that it is read; null if it was removed meanwhile. */
export const tell = (db: Db, calendar: Calendar, listed: Listed): Promise<CalendarEvent[] | null> =>
  transaction(db, async (tx) => {
    const now = Date.now();
    // Locks it: of two readers at a time one stores after the other.
    const { numUpdatedRows } = await tx
      .updateTable('calendars')
      .set({ lastReadAt: now })
      .where('ownerId', '=', calendar.ownerId)
      .where('id', '=', calendar.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const before = await tx
      .selectFrom('calendar_events')
      .select(['id', 'day', 'sequence', 'changedAt', 'goneAt'])
      .where('ownerId', '=', calendar.ownerId)
      .where('calendarId', '=', calendar.id)
      .orderBy(sql`"goneAt" desc`)
      .orderBy('id')
      .execute();
    const next = nextEvents(before, listed, now);
    const kept = new Set(next.map(({ id }) => id));
    await store(
      tx,
      calendar,
      next.filter(({ changedAt }) => changedAt === now),
    );
    await forget(
      tx,
      calendar,
      before.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    );
    return next;
  });
