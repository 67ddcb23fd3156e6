import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowWindow } from './row-window.ts';

/** Lists of up to this many rows are rendered whole. */
export const virtualAbove = 150;
export const overscan = 4;
/** More rows are requested this many rows before the end. */
const loadAhead = 100;
/** The header row above the first one. */
const headHeight = 36;
/** Scrolling has ended after this long without a scroll event. */
const restMs = 150;

export interface VirtualRows {
  /** Indexes of the rows to render. */
  indexes: readonly number[];
  /** The total heights in pixels of the rows above and below. */
  above: number;
  below: number;
  /** Scrolls to a row that is not rendered. */
  scrollTo: (index: number) => void;
}

interface Options {
  count: number;
  rowHeight: number;
  /** The element that contains the rows. */
  box: RefObject<HTMLElement | null>;
  /** Whether the box scrolls; otherwise the page does. */
  boxScrolls: boolean;
  /** Render all rows, for printing. */
  whole: boolean;
  loadMore: () => void;
}

const none: readonly number[] = [];
const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one[0] === other[0];

/** How far the rows are scrolled, and how much of them is visible. */
const sightOf = (box: HTMLElement, boxScrolls: boolean) =>
  boxScrolls
    ? { top: box.scrollTop, height: box.clientHeight }
    : { top: -box.getBoundingClientRect().top, height: innerHeight };

/** The visible rows, all of the same height. A library for variable heights weighs more than the rest of the list. */
export function useVirtualRows(options: Options): VirtualRows {
  const { count, rowHeight, box, boxScrolls, whole, loadMore } = options;
  const isVirtual = count > virtualAbove && !whole;
  const [seen, setSeen] = useState(none);
  const [extract] = useState(rowWindow);

  useLayoutEffect(() => {
    const element = box.current;
    if (!isVirtual || !element) return undefined;
    const look = () => {
      const { top, height } = sightOf(element, boxScrolls);
      const at = (pixels: number) => Math.max(0, Math.min(count - 1, Math.floor(pixels / rowHeight)));
      const next = extract({ startIndex: at(top), endIndex: at(top + height), overscan, count });
      setSeen((before) => (isSame(before, next) ? before : next));
    };
    let rest: ReturnType<typeof setTimeout>;
    const scrolled = () => {
      clearTimeout(rest);
      rest = setTimeout(look, restMs);
      // Before the browser paints the new scroll position.
      flushSync(look);
    };
    look();
    const place = boxScrolls ? element : window;
    place.addEventListener('scroll', scrolled, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(boxScrolls ? element : document.documentElement);
    return () => {
      clearTimeout(rest);
      place.removeEventListener('scroll', scrolled);
      resized.disconnect();
    };
  }, [isVirtual, count, rowHeight, box, boxScrolls, extract]);

  const everything = useMemo(() => Array.from({ length: count }, (_, index) => index), [count]);
  // There may be fewer rows now.
  const indexes = isVirtual ? ((seen.at(-1) ?? 0) < count ? seen : none) : everything;
  const first = indexes[0] ?? 0;
  const end = (indexes.at(-1) ?? -1) + 1;
  useLoadingMore(isVirtual ? Math.max(0, end - 1) : count - 1, count, whole, loadMore);

  const scrollTo = (index: number) => {
    const element = box.current;
    if (!element) return;
    const { top, height } = sightOf(element, boxScrolls);
    const start = index * rowHeight;
    const next = index < first ? start : start + headHeight + rowHeight - height;
    (boxScrolls ? element : window).scrollBy(0, next - top);
  };
  return { indexes, above: first * rowHeight, below: (count - Math.max(end, first)) * rowHeight, scrollTo };
}

export function useLoadingMore(last: number, count: number, whole: boolean, loadMore: () => void): void {
  useEffect(() => {
    if (last >= count - loadAhead && !whole) loadMore();
  }, [last, count, whole, loadMore]);
}
