import { useEffect, useRef } from 'react';

/**
 * One tooltip for every element with `data-tip` and every truncated text in rows: a component for each would slow down
 * long tables. It is hidden from the accessibility tree and serves as its element's description.
 */
export function Tooltips() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    let end: (() => void) | undefined;
    let isAsked = false;
    // Loaded with the first element that may have a tooltip.
    const start = async (event: Event) => {
      if (isAsked || !(event.target instanceof Element && event.target.closest('[data-tip], [data-row]')))
        return;
      isAsked = true;
      const { listen } = await import('./tooltip.ts');
      if (ref.current && !stop.signal.aborted) end = listen(ref.current, event);
    };
    const begin = (event: Event) =>
      void start(event).catch(() => {
        isAsked = false;
      });
    addEventListener('pointerover', begin, options);
    addEventListener('focusin', begin, options);
    return () => {
      stop.abort();
      end?.();
    };
  }, []);
  return (
    <div
      ref={ref}
      id="tooltip"
      aria-hidden
      popover="manual"
      className="m-0 max-w-80 rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-popup wrap-anywhere"
    />
  );
}
