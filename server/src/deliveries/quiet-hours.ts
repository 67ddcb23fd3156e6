import { addDays, dayAt, instantOf, wallClock } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';

export interface QuietHours {
  timeZone: string;
  /** HH:MM, or null for none. */
  quietFrom: string | null;
  quietTo: string | null;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The first instant from `now` on at which messages may be sent. */
export function outsideQuietHours({ timeZone, quietFrom, quietTo }: QuietHours, now: number): number {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return now;
  const [from, to] = [minutesOf(quietFrom), minutesOf(quietTo)];
  const wall = wallClock(now, timeZone);
  const minute = Math.floor((((wall % dayMs) + dayMs) % dayMs) / 60_000);
  const isOverMidnight = from > to;
  const isQuiet = isOverMidnight ? minute >= from || minute < to : minute >= from && minute < to;
  if (!isQuiet) return now;
  const today = dayAt(now, timeZone);
  const day = isOverMidnight && minute >= from ? addDays(today, 1) : today;
  return Math.max(now, instantOf(day, to, timeZone));
}
