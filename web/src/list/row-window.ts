/** Rows enter and leave in blocks: fewer renders while scrolling, and stable stripes of work. */
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
  return Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
}
