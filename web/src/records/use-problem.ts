import { useCallback, useState } from 'react';

/** What could not be done, and why; `error` is undefined while all is well. */
export interface Problem {
  title: string;
  error: unknown;
}

const nothing: Problem = { title: '', error: undefined };

/** What went wrong last on a page, until it is dismissed. Spread `problem` into a ProblemBanner. */
export function useProblem() {
  const [problem, setProblem] = useState(nothing);
  const report = useCallback((title: string, error: unknown) => setProblem({ title, error }), []);
  const dismiss = useCallback(() => setProblem(nothing), []);
  return { problem, report, dismiss };
}
