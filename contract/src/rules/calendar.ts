import { dayMs } from './expiry.ts';
import type { Interval } from './renewal.ts';

/** Days here are calendar days, as YYYY-MM-DD; instants are milliseconds since 1970, UTC. */

const known = new Map<string, Intl.DateTimeFormat>();
const knownAtMost = 1000;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const found = known.get(timeZone);
  if (found) return found;
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...parts, ...time });
  if (known.size >= knownAtMost) known.clear();
  known.set(timeZone, clock);
  return clock;
}

export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of a time zone show, as if it were UTC. */
export function wallClock(at: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const wall = new Date(0);
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  wall.setUTCHours(part('hour'), part('minute'), part('second'));
  return wall.getTime();
}

const [firstDay, lastDay] = [Date.parse('0000-01-01'), Date.parse('9999-12-31')];

/** Days that four digits of a year can't tell become the first or the last that they can. */
const dayText = (wall: number): string =>
  new Date(Math.min(Math.max(wall, firstDay), lastDay)).toISOString().slice(0, 10);

/** Midnight, UTC, stands for that calendar day in every time zone: forms store typed days so. */
export const isWholeDay = (at: number): boolean => at % dayMs === 0;

/** The day on which something happens at an instant. */
export const dayAt = (at: number, timeZone: string): string => dayText(wallClock(at, timeZone));

/** The day of a stored date, which is a whole day or an instant. */
export const dayOfDate = (date: number, timeZone: string): string =>
  isWholeDay(date) ? dayText(date) : dayAt(date, timeZone);

/** Calendar days from one day to another; negative if it is before. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

export const addDays = (day: string, days: number): string => dayText(Date.parse(day) + days * dayMs);

/** The day one period later; of a day that its month lacks, the last of that month: the 28th for the 29th of February. */
export function onePeriodOn(day: string, interval: Interval): string {
  const next = new Date(day);
  const wanted = next.getUTCDate();
  next.setUTCMonth(next.getUTCMonth() + (interval === 'MONTH' ? 1 : 12));
  if (next.getUTCDate() !== wanted) next.setUTCDate(0);
  return dayText(next.getTime());
}

/** No time zone is further from UTC: one may be named by its offset, '+23:59' at most. */
const furthest = dayMs;
const minuteMs = 60_000;

/** The first instant for which something holds that holds ever after, to the minute. */
function firstThat(holds: (at: number) => boolean, from: number, to: number): number {
  let [before, after] = [Math.floor(from / minuteMs), Math.ceil(to / minuteMs)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle * minuteMs)) after = middle;
    else before = middle;
  }
  return after * minuteMs;
}

/** The instant at which a day begins in a time zone; where the clock skips midnight, the first after it. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(day);
  return firstThat((at) => wallClock(at, timeZone) >= midnight, midnight - furthest, midnight + furthest);
}

/**
 * The instant at which the clocks show a time of a day, in minutes since midnight: the first if they show it twice, and
 * the next that they show if they skip it.
 */
export function instantOf(day: string, minutes: number, timeZone: string): number {
  const wall = Date.parse(day) + minutes * minuteMs;
  const offsetAt = (at: number) => wallClock(at, timeZone) - Math.floor(at / 1000) * 1000;
  const [first, second] = [wall - offsetAt(wall - furthest), wall - offsetAt(wall + furthest)];
  const shown = [first, second].find((at) => wallClock(at, timeZone) === wall);
  return shown ?? firstThat((at) => wallClock(at, timeZone) >= wall, second, first);
}

/** How far the clocks of a time zone are ahead of UTC, from each instant on. */
export interface OffsetChange {
  from: number;
  offset: number;
}

const stepDays = 28;

/** The offsets of a time zone in a period, the first from its beginning on. */
export function offsetsIn(timeZone: string, from: number, to: number): OffsetChange[] {
  const offsetAt = (at: number) => wallClock(at, timeZone) - Math.floor(at / 1000) * 1000;
  const changes: OffsetChange[] = [{ from, offset: offsetAt(from) }];
  for (let at = from; at < to; at += stepDays * dayMs) {
    const next = at + stepDays * dayMs;
    const offset = offsetAt(next);
    if (offset === changes.at(-1)?.offset) continue;
    changes.push({ from: firstThat((each) => offsetAt(each) === offset, at, next), offset });
  }
  return changes;
}
