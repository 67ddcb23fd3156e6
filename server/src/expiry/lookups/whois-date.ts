import { factOfTime } from './outcome.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const time = String.raw`(?:[T ]+(\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-./ ]{0,2}(\d{2})[-./ ]{0,2}(\d{2})\.?${time}`, 'i');
const dayFirst = new RegExp(String.raw`^(\d{1,2})[-./ ]{1,2}(\d{1,2})[-./ ]{1,2}(\d{4})${time}`, 'i');
const dayNamed = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[-./ ]([a-z]{3})[a-z]*[-./ ](\d{4})${time}`,
  'i',
);
const yearFirstNamed = new RegExp(String.raw`^(\d{4})[-./ ]([a-z]{3})[a-z]*[-./ ](\d{1,2})\.?${time}`, 'i');
const monthNamed =
  /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]* +(\d{1,2}),?(?: (\d{2}):(\d{2}):(\d{2})(?: [a-z]{3,4})?)? +(\d{4})/i;

/** Minutes east of Greenwich. */
function offsetOf(zone: string | undefined): number {
  const [, sign, hours, minutes = 0] = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone ?? '') ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The instant of a real date; null for one such as 31 February. */
function isoOf(
  [year, month, day]: readonly [number, number, number],
  clock: readonly (string | undefined)[] = [],
  zone?: string,
): string | null {
  const [hour = 0, minute = 0, second = 0] = clock.map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? factOfTime(date.getTime() - offsetOf(zone) * 60_000) : null;
}

const monthOf = (name: string | undefined): number => months.indexOf((name ?? '').toLowerCase()) + 1;

/**
 * The instant of a date in one of the notations of WHOIS servers; null if it is in none. In numbers, the day comes before
 * the month: no server writes the month first.
 */
export function whoisDate(text: string): string | null {
  const trimmed = text.trim().slice(0, 60);
  const iso = yearFirst.exec(trimmed);
  if (iso) return isoOf([Number(iso[1]), Number(iso[2]), Number(iso[3])], iso.slice(4, 7), iso[7]);
  const named = dayNamed.exec(trimmed);
  if (named)
    return isoOf([Number(named[3]), monthOf(named[2]), Number(named[1])], named.slice(4, 7), named[7]);
  const turned = yearFirstNamed.exec(trimmed);
  if (turned)
    return isoOf([Number(turned[1]), monthOf(turned[2]), Number(turned[3])], turned.slice(4, 7), turned[7]);
  const numbers = dayFirst.exec(trimmed);
  if (numbers)
    return isoOf(
      [Number(numbers[3]), Number(numbers[2]), Number(numbers[1])],
      numbers.slice(4, 7),
      numbers[7],
    );
  const american = monthNamed.exec(trimmed);
  if (american)
    return isoOf([Number(american[6]), monthOf(american[1]), Number(american[2])], american.slice(3, 6));
  return null;
}
