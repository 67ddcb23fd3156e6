import { type RefObject, useLayoutEffect, useState } from 'react';

const narrowest = 96;

/** The widths of a table's columns as its first rows made them, so that other rows do not move them. */
export function useKeptWidths(table: RefObject<HTMLTableElement | null>, hasRows: boolean) {
  const [widths, setWidths] = useState<readonly number[]>();
  useLayoutEffect(() => {
    if (widths !== undefined || !hasRows) return;
    const heads = [...(table.current?.tHead?.rows[0]?.cells ?? [])];
    setWidths(
      heads.map(({ offsetWidth }, at) => (at === 0 ? offsetWidth : Math.max(offsetWidth, narrowest))),
    );
  }, [table, hasRows, widths]);
  return widths;
}
