/** A time in the format of answers. */
export const iso = (time: number): string => new Date(time).toISOString();

/** Smaller steps back are ordinary corrections of the clock. */
const setBackMs = 1000;

let last = 0;
let clock = 0;

/**
 * Milliseconds since 1970, strictly increasing within a process, so that 'newest first' is a total order of what it
 * created. Goes back only if the clock was set back; otherwise it would stay ahead of it.
 */
export function nextTime(): number {
  const now = Date.now();
  if (now < clock - setBackMs) last = 0;
  clock = now;
  last = Math.max(now, last + 1);
  return last;
}
