import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { rowWindow } from './row-window.ts';
import { type VirtualRows, overscan, useLoadingMore, virtualAbove } from './use-virtual-rows.ts';

interface MeasuredRows extends VirtualRows {
  /** Ref for each row, which carries `data-index`. */
  measure: ((element: Element | null) => void) | undefined;
}

interface Options {
  count: number;
  /** The estimated height of rows that have not been rendered. */
  likelyHeight: number;
  /** The element that contains the rows. */
  box: RefObject<HTMLElement | null>;
  /** Render all rows, for printing. */
  whole: boolean;
  loadMore: () => void;
}

/** The visible rows of different heights, on a page that scrolls. */
export function useMeasuredRows({ count, likelyHeight, box, whole, loadMore }: Options): MeasuredRows {
  const isVirtual = count > virtualAbove && !whole;
  const [scrollMargin, setScrollMargin] = useState(0);
  const [extract] = useState(rowWindow);
  const virtualizer = useWindowVirtualizer<Element>({
    count,
    estimateSize: () => likelyHeight,
    overscan,
    rangeExtractor: extract,
    scrollMargin,
    enabled: isVirtual,
  });

  useLayoutEffect(() => {
    const look = () => {
      if (box.current) setScrollMargin(box.current.getBoundingClientRect().top + scrollY);
    };
    look();
  }, [box, count]);

  const everything = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  useLoadingMore(items.at(-1)?.index ?? (isVirtual ? 0 : count - 1), count, whole, loadMore);

  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  if (!isVirtual) return { indexes: everything, above: 0, below: 0, measure: undefined, scrollTo };
  return {
    indexes: items.map(({ index }) => index),
    above: (items[0]?.start ?? scrollMargin) - scrollMargin,
    below: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
    measure: virtualizer.measureElement,
    scrollTo,
  };
}
