import {
  type OffsetChange,
  addDays,
  dayAt,
  offsetsIn,
  startOfDay,
} from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { isDay } from '@quartermaster/contract/rules/moments';
import { type RawBuilder, sql } from 'kysely';
import { engineOf } from '../../db/engines/engine-of.ts';
import type { Db, Schema } from '../../db/schema.ts';
import { BoundedCache } from '../../lib/bounded-cache.ts';
import type { Condition } from '../../records/table/conditions.ts';

/** A part of a workspace's calendar. */
export interface Period {
  timeZone: string;
  /** YYYY-MM-DD */
  today: string;
  /** Its first and its last moment: a day (YYYY-MM-DD) or an instant; null: any. */
  from: string | null;
  to: string | null;
}

/** The day of a moment in the calendar of a workspace. */
export const dayOfMoment = (moment: string, timeZone: string): string =>
  isDay(moment) ? moment : dayAt(Date.parse(moment), timeZone);

/** The first millisecond after a moment in the calendar of a workspace. */
export const endOfMoment = (moment: string, timeZone: string): number =>
  isDay(moment) ? startOfDay(addDays(moment, 1), timeZone) : Date.parse(moment) + 1;

const startOfMoment = (moment: string, timeZone: string): number =>
  isDay(moment) ? startOfDay(moment, timeZone) : Date.parse(moment);

/** Of a column of whole days: those of which a part is in the period. */
export const daysIn = (column: RawBuilder<unknown>, { from, to, timeZone }: Period): Condition[] => [
  ...(from === null ? [] : [sql<boolean>`${column} >= ${Date.parse(dayOfMoment(from, timeZone))}`]),
  ...(to === null ? [] : [sql<boolean>`${column} <= ${Date.parse(dayOfMoment(to, timeZone))}`]),
];

/** Of a column of instants, which are `later` by so many milliseconds: those in the period. */
export const instantsIn = (
  column: RawBuilder<unknown>,
  { from, to, timeZone }: Period,
  later = 0,
): Condition[] => [
  ...(from === null ? [] : [sql<boolean>`${column} >= ${startOfMoment(from, timeZone) - later}`]),
  ...(to === null ? [] : [sql<boolean>`${column} < ${endOfMoment(to, timeZone) - later}`]),
];

const offsets = new BoundedCache<OffsetChange[]>({ max: 1000 });
const yearsBack = 5;
const yearsAhead = 15;
const yearDays = 366;

/** The offsets of a time zone in the years that matter; the first and the last hold for all others. */
function offsetsAround(timeZone: string, today: string): OffsetChange[] {
  const year = today.slice(0, 4);
  const known = offsets.get(`${timeZone} ${year}`);
  if (known) return known;
  const start = Date.parse(`${year}-01-01`);
  const found = offsetsIn(
    timeZone,
    start - yearsBack * yearDays * dayMs,
    start + yearsAhead * yearDays * dayMs,
  );
  offsets.set(`${timeZone} ${year}`, found);
  return found;
}

/** What the clocks of the workspace show at an instant: comparable with whole days. */
export function wallClockOf(
  key: RawBuilder<unknown>,
  { timeZone, today }: Pick<Period, 'timeZone' | 'today'>,
): RawBuilder<unknown> {
  const [first, ...later] = offsetsAround(timeZone, today).toReversed();
  if (!first) return key;
  const [{ offset: earliest } = first] = later.slice(-1);
  if (later.length === 0) return sql`(${key} + ${sql.lit(first.offset)})`;
  const each = [first, ...later.slice(0, -1)].map(
    ({ from, offset }) => sql`when ${key} >= ${sql.lit(from)} then ${sql.lit(offset)}`,
  );
  return sql`(${key} + case ${sql.join(each, sql` `)} else ${sql.lit(earliest)} end)`;
}

/** YYYY-MM-DD of a whole day, or of what the clocks show. */
export const dayTextOf = (db: Db, date: RawBuilder<unknown>): RawBuilder<unknown> =>
  engineOf<Schema>(db) === 'postgres'
    ? sql`to_char(to_timestamp(${date} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`
    : sql`strftime('%Y-%m-%d', ${date} / 1000.0, 'unixepoch')`;

/** So that days before 1970 have numbers above zero, too, which integers are divided to in one way. */
const toPositive = 100_000_000 * dayMs;

/** The number of the day of a stored date, which is a whole day or an instant. */
export const dayNumber = (
  date: RawBuilder<unknown>,
  zone: Pick<Period, 'timeZone' | 'today'>,
): RawBuilder<unknown> =>
  sql`((case when ${date} % 86400000 = 0 then ${date} else ${wallClockOf(date, zone)} end
    + ${sql.lit(toPositive)}) / 86400000)`;
