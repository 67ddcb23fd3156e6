import { useCallback, useSyncExternalStore } from 'react';

/** Wide enough for a table; narrower lists are cards. */
export const tableMedia = '(min-width: 768px)';
/** Large enough that only the table scrolls, not the page. Same as the variant `frame:`. */
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
