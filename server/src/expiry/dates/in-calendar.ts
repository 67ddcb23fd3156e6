import { type OffsetChange, addDays, offsetsIn, startOfDay } from '@quartermaster/contract/rules/calendar';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type RawBuilder, sql } from 'kysely';
import { BoundedCache } from '../../lib/bounded-cache.ts';
import type { Condition } from '../../records/table/conditions.ts';

/** Days of a workspace's calendar, as YYYY-MM-DD. */
export interface Period {
  timeZone: string;
  today: string;
  /** The first and the last day; null: any. */
  from: string | null;
  to: string | null;
}

/** Of a column of whole days: from the first day to the last. */
export const daysIn = (column: RawBuilder<unknown>, { from, to }: Period): Condition[] => [
  ...(from === null ? [] : [sql<boolean>`${column} >= ${Date.parse(from)}`]),
  ...(to === null ? [] : [sql<boolean>`${column} <= ${Date.parse(to)}`]),
];

/** Of a column of instants, which are `later` by so many milliseconds: from the first day to the last. */
export const instantsIn = (
  column: RawBuilder<unknown>,
  { from, to, timeZone }: Period,
  later = 0,
): Condition[] => [
  ...(from === null ? [] : [sql<boolean>`${column} >= ${startOfDay(from, timeZone) - later}`]),
  ...(to === null ? [] : [sql<boolean>`${column} < ${startOfDay(addDays(to, 1), timeZone) - later}`]),
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

/** So that days before 1970 have numbers above zero, too, which integers are divided to in one way. */
const toPositive = 100_000_000 * dayMs;

/** The number of the day of a stored date, which is a whole day or an instant. */
export const dayNumber = (
  date: RawBuilder<unknown>,
  zone: Pick<Period, 'timeZone' | 'today'>,
): RawBuilder<unknown> =>
  sql`((case when ${date} % 86400000 = 0 then ${date} else ${wallClockOf(date, zone)} end
    + ${sql.lit(toPositive)}) / 86400000)`;
