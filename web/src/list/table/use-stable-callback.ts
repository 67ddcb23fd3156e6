import { useCallback, useLayoutEffect, useRef } from 'react';

/** A stable handler that calls the latest `callback`, so that memoised rows do not re-render. */
export function useStableCallback<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: A) => newest.current(...args), []);
}
