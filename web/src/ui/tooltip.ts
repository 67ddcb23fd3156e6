const delayMs = 400;
const graceMs = 120;
const gap = 6;

function place(tip: HTMLElement, target: Element): void {
  const box = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  // Above the element, since the pointer usually moves on to what is below.
  const above = box.top - gap - height;
  const left = box.left + box.width / 2 - width / 2;
  tip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
  tip.style.top = `${above > 0 ? above : box.bottom + gap}px`;
}

/** Elements with a tooltip: those with the attribute, and truncated texts in rows. */
const explained = '[data-tip], [data-row] :is(.clipped, .clamped, .stacked, .created)';

function isCut(element: Element): boolean {
  const text = document.createRange();
  text.selectNodeContents(element);
  const [whole, shown] = [text.getBoundingClientRect(), element.getBoundingClientRect()];
  return whole.width > shown.width + 1 || whole.height > shown.height + 1;
}

function textFor(element: Element): string | null {
  const given = element.getAttribute('data-tip');
  if (given !== null) return given;
  if (element.matches('.created')) return element.closest('[data-density=compact]') && element.textContent;
  if (!element.matches('.stacked')) return isCut(element) ? element.textContent : null;
  // Compact rows show only the first of them.
  const lines = [...element.childNodes].map(({ textContent }) => textContent);
  return lines.length > 1 && element.closest('[data-density=compact]') ? lines.join(' · ') : null;
}

function explainedAt(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  let element = target.closest(explained);
  while (element && !textFor(element)) element = element.parentElement?.closest(explained) ?? null;
  return element;
}

/** Shows tooltips from now on, starting with that of an earlier event. */
export function listen(tip: HTMLElement, first: Event): () => void {
  let target: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A pressed element shows no tooltip until the pointer has left it, even if its icon changes. */
  let pressed: Element | null = null;
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
    const text = textFor(next);
    if (!text || !next.isConnected) return;
    target = next;
    tip.textContent = text;
    tip.showPopover();
    place(tip, next);
    const described =
      !next.hasAttribute('data-tip') ||
      next.hasAttribute('aria-describedby') ||
      next.getAttribute('aria-label') === text;
    if (!described) next.setAttribute('aria-describedby', tip.id);
  }

  const stop = new AbortController();
  const on = <K extends keyof DocumentEventMap>(type: K, run: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, run, { signal: stop.signal, capture: true, passive: true });

  const over = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerType === 'touch') return;
    const next = explainedAt(event.target);
    if (next && next === pressed) return;
    pressed = null;
    if (next && next !== target) after(target ? 0 : delayMs, () => show(next));
    // The pointer may rest on the tooltip itself.
    else if (event.target === tip || next) clearTimeout(timer);
    else if (target) after(graceMs, hide);
    else clearTimeout(timer);
  };
  const focused = (event: Event) => {
    const next = explainedAt(event.target);
    if (next?.matches(':focus-visible')) show(next);
  };
  on('pointerover', over);
  on('focusin', focused);
  on('focusout', hide);
  on('pointerdown', ({ target: at }) => {
    pressed = explainedAt(at);
    hide();
  });
  on('scroll', hide);
  on('keydown', ({ key }) => key === 'Escape' && hide());
  (first.type === 'focusin' ? focused : over)(first);
  return () => {
    stop.abort();
    hide();
  };
}
