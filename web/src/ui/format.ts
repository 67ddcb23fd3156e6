import { relativeTime } from '@quartermaster/contract/rules/relative-time';

const numbers = new Intl.NumberFormat('en');

/** '10,000' */
export const formatNumber = (count: number): string => numbers.format(count);

/** 'Jan 5, 2024', in the user's time zone. Takes ISO 8601, like the others. */
export function formatDate(iso: string): string {
  const [, month, day, year] = new Date(iso).toDateString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}

export { formatDay } from '@quartermaster/contract/rules/format-day';

/** '10:30 AM', in the user's time zone. Not with Intl: making its first formatter delays the first list, since every list has times. */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  const hours = time.getHours();
  const minutes = String(time.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 'Jan 5, 2024, 10:30 AM' */
export const formatDateTime = (iso: string): string => `${formatDate(iso)}, ${formatTime(iso)}`;

/** '5 minutes ago'; beyond four weeks the full date. `now` in milliseconds. */
export const formatRelative = (iso: string, now = Date.now()): string =>
  relativeTime(Date.parse(iso), now) ?? formatDate(iso);

const amounts = new Map<string | null, Intl.NumberFormat>();

function amountsIn(currency: string | null): Intl.NumberFormat {
  const known = amounts.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat(
    'en',
    currency === null ? { minimumFractionDigits: 2 } : { style: 'currency', currency },
  );
  amounts.set(currency, made);
  return made;
}

/** '€12.50'; '12.50' without a currency. */
export const formatMoney = (amount: number, currency: string | null): string =>
  amountsIn(currency).format(amount);

/** 'A, B, and C'. */
const format = new Intl.ListFormat('en-US');
export const wordList = (words: Iterable<string>): string => format.format(words);
