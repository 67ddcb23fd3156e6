import { dayMs } from '@quartermaster/contract/rules/expiry';
import { limits } from '@quartermaster/contract/rules/limits';
import type { Schema } from '../../db/schema.ts';

/** What a calendar tells of a date: its day, how often it changed, and since when it is cancelled. */
export type CalendarEvent = Pick<
  Schema['calendar_events'],
  'id' | 'day' | 'sequence' | 'changedAt' | 'goneAt'
>;

/** For how long a date that is gone is answered as cancelled. */
const cancelledMs = 30 * dayMs;

/** The dates that a calendar has to tell now. */
export interface Listed {
  /** The day of each by its id. */
  days: ReadonlyMap<string, string>;
  /** There are more dates than a calendar may have; these are the ones nearest to today. */
  isCut: boolean;
}

/** Whether a date that is not listed any more is gone; otherwise it may have left the part that is listed. */
function goneBy({ days, isCut }: Listed): (event: CalendarEvent) => boolean {
  const sorted = [...days.values()].sort();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  return ({ day }) => !isCut || (first <= day && day <= last);
}

/** What a calendar tells next, after what it told before. */
export function nextEvents(before: readonly CalendarEvent[], listed: Listed, now: number): CalendarEvent[] {
  const known = new Map(before.map((event) => [event.id, event]));
  const told = [...listed.days].map(([id, day]) => {
    const event = known.get(id);
    if (event?.day === day && event.goneAt === null) return event;
    return { id, day, sequence: event ? event.sequence + 1 : 0, changedAt: now, goneAt: null };
  });
  const isGone = goneBy(listed);
  const absent = before.filter(({ id }) => !listed.days.has(id));
  const gone = absent
    .filter((event) => event.goneAt === null && isGone(event))
    .map((event) => ({ ...event, sequence: event.sequence + 1, changedAt: now, goneAt: now }));
  // In both directions, as the clock may have been set back.
  const cancelled = absent.filter(({ goneAt }) => goneAt !== null && Math.abs(now - goneAt) < cancelledMs);
  return [...told, ...[...gone, ...cancelled].slice(0, limits.calendarEvents)];
}
