import { dayMs } from './expiry.ts';
import { isIsoDate } from './formats.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

export const isDay = (moment: string): boolean => day.test(moment);

/** Whether a text is a day (YYYY-MM-DD) or an ISO 8601 instant with its time zone, and in the calendar. */
export const isMoment = (text: string): boolean => (day.test(text) || instant.test(text)) && isIsoDate(text);

/** The first millisecond of a moment; a day begins at midnight, UTC. */
export const firstMs = (moment: string): number => Date.parse(moment);

/** The last millisecond of a moment. */
export const lastMs = (moment: string): number => Date.parse(moment) + (day.test(moment) ? dayMs - 1 : 0);
