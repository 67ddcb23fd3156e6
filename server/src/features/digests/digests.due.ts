import type { Digest } from '@quartermaster/contract/digests/digests.schema';
import { addDays, dayAt, instantOf } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';

const weekDays = 7;

/** What is stored of a digest. */
export interface Progress {
  since: number;
  /** The days that it was made for. */
  days: readonly string[];
}

/** How many days are remembered: as many as a clock that was wrong may have run ahead. */
const daysKept = 60;

/** The last time that a digest was due, and its day in the time zone; null: never. */
function lastDue(
  { every, hour, weekday }: Digest,
  timeZone: string,
  now: number,
): { day: string; at: number } | null {
  if (every === 'off') return null;
  const today = dayAt(now, timeZone);
  for (let back = 0; back <= weekDays; back += 1) {
    const day = addDays(today, -back);
    if (every === 'week' && new Date(day).getUTCDay() !== weekday % weekDays) continue;
    const at = instantOf(day, hour * 60, timeZone);
    if (at <= now) return { day, at };
  }
  return null;
}

/**
 * The day for which a digest is to be made now; null: none. After a pause it is made once, for the last time that it was due.
 * Each day is remembered, so that a clock that jumps makes none twice.
 */
export function dayDue(
  digest: Digest,
  { since, days }: Progress,
  timeZone: string,
  now: number,
): string | null {
  const due = lastDue(digest, timeZone, now);
  // A clock that was wrong has set what lies far ahead.
  const from = since > now + dayMs ? 0 : since;
  return due && due.at > from && !days.includes(due.day) ? due.day : null;
}

export const withDay = ({ days }: Progress, day: string): string[] => [...days, day].slice(-daysKept);
