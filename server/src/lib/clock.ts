let last = 0;

/**
 * Milliseconds since 1970, never the same twice in one process, so that 'newest first' is a total order of
 * what was created here.
 */
export function nextTime(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}
