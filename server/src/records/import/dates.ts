import type { DateOrder } from '@quartermaster/contract/imports/imports.options';
import { isIsoDate } from '@quartermaster/contract/rules/formats';
import { monthNumber } from '@quartermaster/contract/rules/month-words';

const dayMs = 86_400_000;
/** Day 0 of spreadsheets. */
const firstDay = Date.UTC(1899, 11, 30);
/** Serials of the years from 1954 to 2119: other numbers are no dates. */
const [firstSerial, lastSerial] = [20_000, 80_000];
/** The years of dates that are nothing but digits. */
const [firstYear, lastYear] = [1970, 2199];
/** The longest, of JavaScript, names its zone in words. */
const longestDate = 100;

const zone = String.raw`(?:\s*(?:utc|gmt|z))?(?:\s*([+\-]\d{2}(?::?\d{2})?))?(?:\s*(?:utc|gmt))?(?:\s*\([^()]+\))?`;
const time = String.raw`(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?${zone})?`;
const weekday = String.raw`(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?,? +)?`;
/** '1st', '1er', '1º', '1.' */
const day = String.raw`(\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?`;
const month = String.raw`(\p{L}+)`;

const numbers = new RegExp(String.raw`^(\d{1,2})([./\-])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'i');
const yearFirst = new RegExp(String.raw`^(\d{4})([./\-])(\d{1,2})\2(\d{1,2})\.?${time}$`, 'i');
const compact = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${time}$`, 'i');
/** '9 March 2027', '9-Mar-27', '25 de octubre de 2027', '25 октября 2027 г.' */
const dayMonth = new RegExp(
  String.raw`^${weekday}${day}[ \-./]+(?:(?:de|of) +)?${month}[ \-.,/]+(?:(?:de|del) +)?(\d{4}|\d{2})(?: ?[гr]\.)?${time}$`,
  'iu',
);
/** 'March 9th, 2027', 'Tue Mar 09 2027 00:00:00 GMT+0100 (CET)' */
const monthDay = new RegExp(String.raw`^${weekday}${month}[ \-./]+${day},?[ \-./]+(\d{4})${time}$`, 'iu');
const yearMonth = new RegExp(String.raw`^(\d{4})[ \-./]+${month}[ \-./]+${day}${time}$`, 'iu');
/** 'Tue Mar  9 00:00:00 UTC 2027', as Unix writes it */
const unix = /^[a-z]{3} +([a-z]{3}) +(\d{1,2}) +(\d{1,2}):(\d{2}):(\d{2})(?: +(?:utc|gmt|z))? +(\d{4})$/i;

const two = (number: number): string => String(number).padStart(2, '0');

/** A day, or a moment, in ISO 8601; null if it is not in the calendar. */
function isoOf(year: number, month: number, day: number, clock: (string | undefined)[]): string | null {
  const [hours, minutes, seconds, half, offset] = clock;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (!isIsoDate(date)) return null;
  if (hours === undefined) return date;
  const isAfternoon = half?.toLowerCase() === 'p';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  // The first moment of a day somewhere is that day, as a program printed it.
  if (offset !== undefined && hour === 0 && /^0*$/.test(`${minutes ?? ''}${seconds ?? ''}`)) return date;
  const moment = `${date}T${two(hour)}:${minutes ?? '00'}:${seconds ?? '00'}${offset ?? 'Z'}`;
  return isIsoDate(moment) ? moment : null;
}

const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 80 ? 2000 : 1900);

/** A date with its month in words; an unknown word is no month. */
function wordedDate(text: string): string | null {
  const read = (found: RegExpExecArray | null, [year, month, day]: readonly [number, number, number]) =>
    found &&
    isoOf(
      fullYear(found[year] ?? ''),
      monthNumber(found[month] ?? '') ?? 0,
      Number(found[day]),
      found.slice(4),
    );
  const ctime = unix.exec(text);
  if (ctime)
    return isoOf(Number(ctime[6]), monthNumber(ctime[1] ?? '') ?? 0, Number(ctime[2]), ctime.slice(3, 6));
  return (
    read(dayMonth.exec(text), [3, 2, 1]) ??
    read(monthDay.exec(text), [3, 1, 2]) ??
    read(yearMonth.exec(text), [1, 2, 3])
  );
}

/** The day or moment of a time in milliseconds. */
function isoOfTime(time: number): string {
  const moment = new Date(Math.round(time / 1000) * 1000).toISOString();
  return moment.endsWith('T00:00:00.000Z') ? moment.slice(0, 10) : `${moment.slice(0, 19)}Z`;
}

/** The serial of a spreadsheet, or seconds or milliseconds since 1970. */
function countedDate(text: string): string | null {
  if (/^\d{5}(?:[.,]\d{1,15})?$/.test(text)) {
    const serial = Number(text.replace(',', '.'));
    return serial < firstSerial || serial > lastSerial ? null : isoOfTime(firstDay + serial * dayMs);
  }
  if (!/^[1-9](?:\d{9}|\d{12})$/.test(text)) return null;
  const iso = isoOfTime(text.length === 10 ? Number(text) * 1000 : Number(text));
  return Number(iso.slice(0, 4)) <= lastYear ? iso : null;
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
  const text = typed.normalize('NFC').trim();
  if (text.length > longestDate) return null;
  if (isIsoDate(text)) return text;
  const iso = yearFirst.exec(text);
  if (iso) return isoOf(Number(iso[1]), Number(iso[3]), Number(iso[4]), iso.slice(5));
  const listed = numbers.exec(text);
  if (listed) {
    const [, a, , b, year = '', ...clock] = listed;
    const [first, second] = [Number(a), Number(b)];
    if (order === 'unknown' && first !== second && first <= 12 && second <= 12) return 'order';
    const isMonthFirst = order === 'mdy' || ((order === null || order === 'unknown') && second > 12);
    const [month, day] = isMonthFirst ? [first, second] : [second, first];
    return isoOf(fullYear(year), month, day, clock);
  }
  const digits = compact.exec(text);
  if (digits) {
    const year = Number(digits[1]);
    if (year < firstYear || year > lastYear) return null;
    return isoOf(year, Number(digits[2]), Number(digits[3]), digits.slice(4));
  }
  return wordedDate(text) ?? countedDate(text);
}
