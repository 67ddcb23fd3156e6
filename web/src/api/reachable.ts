import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** Whether the server answered the latest request; the browser's own guess is unreliable. */
export const useReachable = create(() => true);

export const setReachable = (isReachable: boolean): void => useReachable.setState(isReachable, true);

export const retrying = 'What you see may be out of date. Retrying automatically.';

/** The number of banners on screen that say that the server can't be reached. */
const useSaying = create(() => 0);

/** Whether a banner about a failure is to say so, which then is the only one that does. */
export function useSaysUnreachable(isUnreachable: boolean): boolean {
  const isReachable = useReachable();
  const says = isUnreachable && !isReachable;
  useLayoutEffect(() => {
    if (!says) return undefined;
    useSaying.setState((count) => count + 1, true);
    return () => useSaying.setState((count) => count - 1, true);
  }, [says]);
  return says;
}

export const useIsUnreachableSaid = (): boolean => useSaying((count) => count > 0);
