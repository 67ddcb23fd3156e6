import { longestStopMs } from '../jobs/buckets.ts';

/** The time that a Retry-After names, in seconds or as a date, at most a day ahead; null: none. */
export function retryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  const until = /^\d+$/.test(text) ? now + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(until) || until <= now ? null : Math.min(until, now + longestStopMs);
}
