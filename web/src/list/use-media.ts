import { useCallback, useSyncExternalStore } from 'react';

/** Wide enough for a table; below it a list is cards. */
export const tableMedia = '(min-width: 768px)';
/** Large enough that the page keeps still and only the table scrolls. The variant `frame:` says the same. */
export const frameMedia = '(min-width: 768px) and (min-height: 640px)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
