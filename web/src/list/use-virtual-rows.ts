import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { rowWindow } from './row-window.ts';

const virtualAbove = 150;
const overscan = 4;
/** More rows are requested this many rows before the end. */
const loadAhead = 100;

interface VirtualRows {
  /** Indexes of the rows to render. */
  indexes: number[];
  /** The height in pixels of the rows above and below. */
  above: number;
  below: number;
  /** For rows of unknown height, which carry `data-index`. */
  measure: ((element: Element | null) => void) | undefined;
  /** Scrolls to a row that is not rendered. */
  scrollTo: (index: number) => void;
}

interface Options {
  count: number;
  rowHeight: number;
  /** The element that contains the rows. */
  box: RefObject<HTMLElement | null>;
  /** The box scrolls by itself; otherwise the page does. */
  boxScrolls: boolean;
  /** Render all rows, for printing. */
  whole: boolean;
  loadMore: () => void;
}

export function useVirtualRows({ count, rowHeight, box, boxScrolls, whole, loadMore }: Options): VirtualRows {
  const isVirtual = count > virtualAbove && !whole;
  const [scrollMargin, setScrollMargin] = useState(0);
  const [extract] = useState(rowWindow);
  const options = { count, estimateSize: () => rowHeight, overscan, rangeExtractor: extract };
  const inBox = useVirtualizer<HTMLElement, Element>({
    ...options,
    getScrollElement: () => box.current,
    enabled: isVirtual && boxScrolls,
  });
  const inPage = useWindowVirtualizer<Element>({
    ...options,
    scrollMargin,
    enabled: isVirtual && !boxScrolls,
  });
  const virtualizer = boxScrolls ? inBox : inPage;

  // Forget heights measured at another density.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  useLayoutEffect(() => {
    if (!boxScrolls && box.current) setScrollMargin(box.current.getBoundingClientRect().top + scrollY);
  }, [box, boxScrolls, count]);

  const everything = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  const last = items.at(-1)?.index ?? (isVirtual ? 0 : count - 1);
  useEffect(() => {
    if (last >= count - loadAhead && !whole) loadMore();
  }, [last, count, whole, loadMore]);

  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  if (!isVirtual) return { indexes: everything, above: 0, below: 0, measure: undefined, scrollTo };
  const margin = boxScrolls ? 0 : scrollMargin;
  return {
    indexes: items.map(({ index }) => index),
    above: (items[0]?.start ?? margin) - margin,
    below: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure: virtualizer.measureElement,
    scrollTo,
  };
}
