import { useCallback, useState } from 'react';

/** What failed and why; `error` is undefined if nothing did. */
export interface Problem {
  title: string;
  error: unknown;
}

const nothing: Problem = { title: '', error: undefined };

/**
 * The latest failure on a page, until it is dismissed or the same action succeeds, which is reported without an error.
 * Spread `problem` into a ProblemBanner.
 */
export function useProblem() {
  const [problem, setProblem] = useState(nothing);
  const report = useCallback(
    (title: string, error?: unknown) =>
      setProblem((last) => (error !== undefined ? { title, error } : last.title === title ? nothing : last)),
    [],
  );
  const dismiss = useCallback(() => setProblem(nothing), []);
  return { problem, report, dismiss };
}

/** Keeps an error while the same action is retried, until it succeeds. */
export function useLastingError(error: unknown, isTrying: boolean): unknown {
  const [standing, setStanding] = useState(error);
  const now = error ?? (isTrying ? standing : undefined);
  if (now !== standing) setStanding(now);
  return now;
}
