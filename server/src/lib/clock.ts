let last = 0;

/**
 * Milliseconds since 1970, strictly increasing within a process, so that 'newest first' totally orders what it
 * created.
 */
export function nextTime(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}
