/** A time as answers carry it. */
export const iso = (time: number): string => new Date(time).toISOString();

/** Smaller steps back are corrections of a clock that runs well. */
const setBackMs = 1000;

let last = 0;
let clock = 0;

/**
 * Milliseconds since 1970, strictly increasing within a process, so that 'newest first' totally orders what it
 * created. Goes back only if the clock is set back, or it would stay in the future that the clock was in.
 */
export function nextTime(): number {
  const now = Date.now();
  if (now < clock - setBackMs) last = 0;
  clock = now;
  last = Math.max(now, last + 1);
  return last;
}
