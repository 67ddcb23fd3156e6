import { useState } from 'react';

/** An error stands while the same thing is tried again, and goes once that succeeds. */
export function useStanding(error: unknown, isTrying: boolean): unknown {
  const [standing, setStanding] = useState(error);
  const now = error ?? (isTrying ? standing : undefined);
  if (now !== standing) setStanding(now);
  return now;
}
