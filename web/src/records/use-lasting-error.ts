import { useState } from 'react';

/** Keeps an error while the same action is retried, until it succeeds. */
export function useLastingError(error: unknown, isTrying: boolean): unknown {
  const [standing, setStanding] = useState(error);
  const now = error ?? (isTrying ? standing : undefined);
  if (now !== standing) setStanding(now);
  return now;
}
