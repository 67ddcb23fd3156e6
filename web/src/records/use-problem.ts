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
