import { useCallback, useLayoutEffect, useRef } from 'react';

/** A handler with a stable identity that calls the latest `callback`, so that memoised rows do not render. */
export function useStableCallback<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const newest = useRef(callback);
  useLayoutEffect(() => {
    newest.current = callback;
  });
  return useCallback((...args: A) => newest.current(...args), []);
}
