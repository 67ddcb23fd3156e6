export interface ExpirationMonth {
  /** The first and last day included, as YYYY-MM-DD. */
  from: string;
  to: string;
  /** 'Mar' */
  short: string;
  /** 'March 2027' */
  name: string;
  count: number;
}

const dayMs = 86_400_000;
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const monthsShown = 12;

/**
 * This month and the next eleven of a calendar of `days` days that begins today, those without expirations included. All
 * days are in UTC; `now` in milliseconds.
 */
export function expirationMonths(
  calendar: readonly { date: string; count: number }[],
  now: number,
  days = 365,
): ExpirationMonth[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const end = today + days * dayMs;
  const months: ExpirationMonth[] = [];
  for (let start = today; start < end && months.length < monthsShown;) {
    const date = new Date(start);
    const next = Math.min(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1), end);
    const [from, to] = [dayOf(start), dayOf(next - dayMs)];
    const count = calendar
      .filter((day) => day.date >= from && day.date <= to)
      .reduce((sum, day) => sum + day.count, 0);
    months.push({ from, to, short: short.format(date), name: long.format(date), count });
    start = next;
  }
  return months;
}
