import { dayMs } from './expiry.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the calendar has this day: a parser would take 30 February for 2 March. */
const isDay = (text: string): boolean =>
  day.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Whether a text is a day (YYYY-MM-DD) or an ISO 8601 instant with its time zone. */
export const isMoment = (text: string): boolean =>
  isDay(text) || (instant.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)));

/** The first millisecond of a moment; a day begins at midnight, UTC. */
export const firstMs = (moment: string): number => Date.parse(moment);

/** The last millisecond of a moment. */
export const lastMs = (moment: string): number => Date.parse(moment) + (isDay(moment) ? dayMs - 1 : 0);
