import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** Finds the element that had the focus, which may have been remounted. */
type Find = (list: HTMLElement) => HTMLElement | null | undefined;

function finder(target: Element): Find | undefined {
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const rowIn = (list: HTMLElement) => list.querySelector<HTMLElement>(`[data-row="${row}"]`);
  const button = target.closest('button');
  if (!button) return row ? rowIn : undefined;
  const [tip, text] = [button.dataset['tip'], button.textContent];
  return (list) =>
    [...((row && rowIn(list)) || list).querySelectorAll('button')].find(
      (other) => other.dataset['tip'] === tip && other.textContent === text,
    );
}

/** After a form within the page closes, returns the focus to the row or button that opened it. */
export function useFocusBack(isOpen: boolean): {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const find = useRef<Find>(undefined);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && ref.current) find.current?.(ref.current)?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return {
    ref,
    onFocus: ({ target }) => {
      if (!isOpen) find.current = finder(target) ?? find.current;
    },
  };
}
