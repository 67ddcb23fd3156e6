import { isIsoDate } from '@quartermaster/contract/rules/formats';

/** A date as the native input has it: YYYY-MM-DD. */
const inputDate = (date: Date): string => date.toISOString().slice(0, 10);

/** So many months after `from` (else after today); the last day of a shorter month where the day is missing. */
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

/** What a date input holds while only a part of a date is typed; no date at all is ''. */
export const partialDay = 'partial';

/**
 * The timestamp of a day, at midnight UTC; `before` is the one that the day was read from, and stays where the
 * day was not changed. What is no day comes back as it is.
 */
export function timestampOf(day: string, before: string | null): string {
  if (before !== null && day === dayOf(before)) return before;
  return isIsoDate(day) ? new Date(day).toISOString() : day;
}
