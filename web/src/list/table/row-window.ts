/** Rows are rendered in blocks, for fewer renders while scrolling. */
const block = 4;

export interface RowRange {
  startIndex: number;
  endIndex: number;
  overscan: number;
  count: number;
}

export function blocks({ startIndex, endIndex, overscan, count }: RowRange): number[] {
  const first = Math.max(0, Math.floor((startIndex - overscan) / block) * block);
  const last = Math.min(count, Math.ceil((endIndex + 1 + overscan) / block) * block);
  return through(first, last);
}

const through = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);

/**
 * The rendered blocks around the visible rows. After a jump only the visible rows are rendered, which is half the work;
 * the rows around them follow with the next scroll event.
 */
export function rowWindow(): (range: RowRange) => number[] {
  let before = { startIndex: 0, endIndex: -1 };
  return (range) => {
    const isNear = range.startIndex <= before.endIndex && range.endIndex >= before.startIndex;
    before = range;
    return isNear ? blocks(range) : through(range.startIndex, Math.min(range.endIndex + 1, range.count));
  };
}
