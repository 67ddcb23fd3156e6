import type { DateOrder } from '@quartermaster/contract/imports/imports.options';
import { isIsoDate } from '@quartermaster/contract/rules/formats';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayMs = 86_400_000;
/** Day 0 of spreadsheets. */
const firstDay = Date.UTC(1899, 11, 30);
/** Serials of the years from 1954 to 2119: other numbers are no dates. */
const [firstSerial, lastSerial] = [20_000, 80_000];

const time = String.raw`(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?(?:\s*(?:utc|gmt|z))?)?`;
const numbers = new RegExp(String.raw`^(\d{1,2})([./\-])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'i');
const yearFirst = new RegExp(String.raw`^(\d{4})([./])(\d{1,2})\2(\d{1,2})${time}$`, 'i');
const isoLike = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${time}$`, 'i');
const dayMonth = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[ \-.]+([a-z]{3,9})\.?[ \-.,]+(\d{4}|\d{2})${time}$`,
  'i',
);
const monthDay = new RegExp(String.raw`^([a-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})${time}$`, 'i');

const two = (number: number): string => String(number).padStart(2, '0');

/** A day, or a moment in UTC, in ISO 8601; null if it is not in the calendar. */
function isoOf(year: number, month: number, day: number, clock: (string | undefined)[]): string | null {
  const [hours, minutes, seconds, half] = clock;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (!isIsoDate(date)) return null;
  if (hours === undefined) return date;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const moment = `${date}T${two(hour)}:${minutes ?? '00'}:${seconds ?? '00'}Z`;
  return isIsoDate(moment) ? moment : null;
}

const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 80 ? 2000 : 1900);

const monthOf = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1;

function serialDate(text: string): string | null {
  if (!/^\d{5}(?:[.,]\d{1,15})?$/.test(text)) return null;
  const serial = Number(text.replace(',', '.'));
  if (serial < firstSerial || serial > lastSerial) return null;
  const moment = new Date(Math.round((firstDay + serial * dayMs) / 1000) * 1000).toISOString();
  return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : `${moment.slice(0, 19)}Z`;
}

/** A date whose day and month only the column's order tells apart; null: it is none. */
function pairOf(text: string): { first: number; second: number } | null {
  const found = numbers.exec(text);
  return found ? { first: Number(found[1]), second: Number(found[3]) } : null;
}

/**
 * The order of days and months in a column of dates: one day above 12 settles it, as long as none contradicts. null: no
 * date depends on it; 'unknown': somebody has to choose.
 */
export function orderOf(texts: Iterable<string>): DateOrder | 'unknown' | null {
  const orders = new Set<DateOrder>();
  let depends = false;
  for (const text of texts) {
    const pair = pairOf(text.trim());
    if (!pair) continue;
    const { first, second } = pair;
    if (first > 12 && second <= 12) orders.add('dmy');
    else if (second > 12 && first <= 12) orders.add('mdy');
    else if (first !== second) depends = true;
  }
  const [only, ...others] = orders;
  if (only === undefined) return depends ? 'unknown' : null;
  return others.length === 0 ? only : 'unknown';
}

/** A date in ISO 8601; null: it is none; 'order': its day and month could be either. */
export function isoDate(typed: string, order: DateOrder | 'unknown' | null): string | null {
  const text = typed.trim();
  if (isIsoDate(text)) return text;
  const iso = isoLike.exec(text) ?? yearFirst.exec(text);
  if (iso) {
    // The separator is a group of its own in one of them.
    const parts = iso.slice(1).filter((part) => part === undefined || !/^[./]$/.test(part));
    return isoOf(Number(parts[0]), Number(parts[1]), Number(parts[2]), parts.slice(3));
  }
  const listed = numbers.exec(text);
  if (listed) {
    const [, a, , b, year = '', ...clock] = listed;
    const [first, second] = [Number(a), Number(b)];
    if (order === 'unknown' && first !== second && first <= 12 && second <= 12) return 'order';
    const isMonthFirst = order === 'mdy' || ((order === null || order === 'unknown') && second > 12);
    const [month, day] = isMonthFirst ? [first, second] : [second, first];
    return isoOf(fullYear(year), month, day, clock);
  }
  const worded = dayMonth.exec(text);
  if (worded) {
    const [, day, word = '', year = '', ...clock] = worded;
    return isoOf(fullYear(year), monthOf(word), Number(day), clock);
  }
  const american = monthDay.exec(text);
  if (american) {
    const [, word = '', day, year, ...clock] = american;
    return isoOf(Number(year), monthOf(word), Number(day), clock);
  }
  return serialDate(text);
}
