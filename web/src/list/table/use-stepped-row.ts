import { useLayoutEffect, useRef } from 'react';
import type { Entrance } from './table-props.ts';

/** Once what shows a record has closed, focuses that record's row if it is not the one that it was opened from. */
export function useSteppedRow(id: string | undefined, entrance: Entrance): void {
  const from = useRef(id);
  const to = useRef(id);
  useLayoutEffect(() => {
    if (id !== undefined) {
      from.current ??= id;
      to.current = id;
      return;
    }
    const stepped = to.current === from.current ? undefined : to.current;
    from.current = undefined;
    to.current = undefined;
    // After the focus was given back to what opened it.
    if (stepped !== undefined) queueMicrotask(() => entrance.current?.(true, stepped));
  }, [id, entrance]);
}
