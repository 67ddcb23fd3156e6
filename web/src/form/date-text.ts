import { timeOf } from '@quartermaster/contract/rules/formats';

/** A date in the format of the native input: YYYY-MM-DD. */
const inputDate = (date: Date): string => date.toISOString().slice(0, 10);

/** `months` after `from`, or after today; clamped to the last day of a shorter month. */
export function monthsLater(from: string, months: number, today: Date): string {
  const start = new Date(from === '' ? inputDate(today) : from);
  if (Number.isNaN(start.getTime())) return from;
  const day = start.getUTCDate();
  start.setUTCDate(1);
  start.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  start.setUTCDate(Math.min(day, lastDay));
  return inputDate(start);
}

/** The day of an ISO timestamp, for the native input. */
export const dayOf = (timestamp: string | null): string => timestamp?.slice(0, 10) ?? '';

/** The value of a partly typed date input; an empty one is ''. */
export const partialDay = 'partial';

/**
 * The timestamp of a day, at midnight UTC. `before` is the timestamp that the day came from, kept if the
 * day is unchanged. Anything but a day is returned as is.
 */
export function timestampOf(day: string, before: string | null): string {
  if (before !== null && day === dayOf(before)) return before;
  const time = timeOf(day);
  return Number.isNaN(time) ? day : new Date(time).toISOString();
}
