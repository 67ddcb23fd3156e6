import { useCallback, useState } from 'react';

/** What failed, and why; `error` is undefined if nothing did. */
export interface Problem {
  title: string;
  error: unknown;
}

const nothing: Problem = { title: '', error: undefined };

/** The last failure on a page, until it is dismissed. Spread `problem` into a ProblemBanner. */
export function useProblem() {
  const [problem, setProblem] = useState(nothing);
  const report = useCallback((title: string, error: unknown) => setProblem({ title, error }), []);
  const dismiss = useCallback(() => setProblem(nothing), []);
  return { problem, report, dismiss };
}
