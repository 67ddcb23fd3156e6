import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { rowWindow } from './row-window.ts';

const virtualAbove = 150;
const overscan = 4;
/** This many rows before the end the next ones are asked for. */
const loadAhead = 100;

interface VirtualRows {
  /** Indexes of the rows to render. */
  indexes: number[];
  /** Pixels that the rows above and below would fill. */
  above: number;
  below: number;
  /** For rows whose height is not known before they are rendered; they carry `data-index`. */
  measure: ((element: Element | null) => void) | undefined;
  /** Brings a row into sight that is not rendered. */
  scrollTo: (index: number) => void;
}

interface Options {
  count: number;
  rowHeight: number;
  /** What holds the rows. */
  box: RefObject<HTMLElement | null>;
  /** The box scrolls by itself; otherwise the page does. */
  boxScrolls: boolean;
  /** Render everything, for the printer. */
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

  // Heights that were remembered at another density.
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
