import { useEffect, useRef } from 'react';

const delayMs = 400;
const graceMs = 120;
const gap = 6;

function place(tip: HTMLElement, target: Element): void {
  const box = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  // Above the element: the pointer more often moves on to what is below.
  const above = box.top - gap - height;
  const left = box.left + box.width / 2 - width / 2;
  tip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
  tip.style.top = `${above > 0 ? above : box.bottom + gap}px`;
}

function listen(tip: HTMLElement): () => void {
  let target: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const after = (ms: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };

  function hide(): void {
    clearTimeout(timer);
    if (target?.getAttribute('aria-describedby') === tip.id) target.removeAttribute('aria-describedby');
    target = null;
    tip.hidePopover();
  }
  function show(next: Element): void {
    hide();
    const text = next.getAttribute('data-tip');
    if (!text || !next.isConnected) return;
    target = next;
    tip.textContent = text;
    tip.showPopover();
    place(tip, next);
    const described = next.hasAttribute('aria-describedby') || next.getAttribute('aria-label') === text;
    if (!described) next.setAttribute('aria-describedby', tip.id);
  }

  const tipped = (event: Event) =>
    event.target instanceof Element ? event.target.closest('[data-tip]') : null;
  const stop = new AbortController();
  const on = <K extends keyof DocumentEventMap>(type: K, run: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, run, { signal: stop.signal, capture: true, passive: true });

  on('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    const next = tipped(event);
    if (next && next !== target) after(target ? 0 : delayMs, () => show(next));
    // The pointer may rest on the tooltip itself.
    else if (event.target === tip || next) clearTimeout(timer);
    else if (target) after(graceMs, hide);
    else clearTimeout(timer);
  });
  on('focusin', (event) => {
    const next = tipped(event);
    if (next?.matches(':focus-visible')) show(next);
  });
  on('focusout', hide);
  on('pointerdown', hide);
  on('scroll', hide);
  on('keydown', ({ key }) => key === 'Escape' && hide());
  return () => {
    stop.abort();
    hide();
  };
}

/**
 * One tooltip for every element with `data-tip`: a component for each would slow down long tables. It is hidden
 * from the accessibility tree and serves as its element's description.
 */
export function Tooltips() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? listen(ref.current) : undefined), []);
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
