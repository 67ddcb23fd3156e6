import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler that keeps its identity and calls the newest `callback`, so that memoised rows stay memoised. */
export function useStableCallback<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: A) => newest.current(...args), []);
}
