import { relativeTime } from '@quartermaster/contract/rules/relative-time';

const number = new Intl.NumberFormat('en-US');
const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };
const date = new Intl.DateTimeFormat('en-US', day);
const utcDate = new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' });
const dateTime = new Intl.DateTimeFormat('en-US', { ...day, hour: 'numeric', minute: '2-digit' });

/** Newer ICU data put a narrow no-break space before AM and PM. */
const plainSpaces = (text: string) => text.replaceAll('\u202f', ' ');

/** '10,000' */
export const formatNumber = (value: number): string => number.format(value);

/** 'Jan 5, 2024', in the person's time zone. Takes ISO 8601, as do the others. */
export const formatDate = (iso: string): string => date.format(new Date(iso));

/** 'Jan 5, 2024' of a calendar day, such as an expiration: the same day everywhere. */
export const formatDay = (iso: string): string => utcDate.format(new Date(iso));

/** 'Jan 5, 2024, 10:30 AM' */
export const formatDateTime = (iso: string): string => plainSpaces(dateTime.format(new Date(iso)));

/** '5 minutes ago', and after four weeks the full date. `now` in milliseconds. */
export const formatRelative = (iso: string, now = Date.now()): string =>
  relativeTime(Date.parse(iso), now) ?? formatDate(iso);
