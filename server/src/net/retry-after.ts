/**
 * The time that a Retry-After names, in seconds or as a date (RFC 9110, 10.2.3), at most `longestMs` ahead; null: none.
 */
export function retryAfter(header: string | undefined, now: number, longestMs = Infinity): number | null {
  const text = header?.trim() ?? '';
  const until = /^\d+(\.\d+)?$/.test(text) ? now + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(until) || until <= now ? null : Math.min(until, now + longestMs);
}
