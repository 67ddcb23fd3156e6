import { useEffect, useRef } from 'react';
import { announce } from '../../ui/announce.ts';
import { formatNumber } from '../../ui/format.ts';

/** Says how many rows are selected whenever that changes. */
export function useAnnouncement(count: number, isAll: boolean): void {
  // Loaded with the first selection.
  const before = useRef(0);
  useEffect(() => {
    if (count !== before.current)
      announce(
        count === 0
          ? 'Nothing selected'
          : `${formatNumber(count)} selected${isAll ? ', all that match' : ''}`,
      );
    before.current = count;
  }, [count, isAll]);
}
