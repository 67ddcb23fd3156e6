import { relativeTime } from '@quartermaster/contract/rules/relative-time';

// Creating the first Intl formatter takes 15 ms, and a list's first rows need none.
let time: Intl.DateTimeFormat | undefined;

/** '10,000' of a count. */
export const formatNumber = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** 'Jan 5, 2024', in the user's time zone. Takes ISO 8601, like the others. */
export function formatDate(iso: string): string {
  const [, month, day, year] = new Date(iso).toDateString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}

/** 'Jan 5, 2024' of a calendar day, such as an expiration: the same in every time zone. */
export function formatDay(iso: string): string {
  const [, day, month, year] = new Date(iso).toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}

/** 'Jan 5, 2024, 10:30 AM' */
export function formatDateTime(iso: string): string {
  time ??= new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  // Newer ICU data put a narrow no-break space before AM and PM.
  return `${formatDate(iso)}, ${time.format(new Date(iso)).replaceAll('\u202f', ' ')}`;
}

/** '5 minutes ago', and after four weeks the full date. `now` in milliseconds. */
export const formatRelative = (iso: string, now = Date.now()): string =>
  relativeTime(Date.parse(iso), now) ?? formatDate(iso);
