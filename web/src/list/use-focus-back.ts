import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** Finds a button again after it was unmounted. */
type Find = (list: HTMLElement) => HTMLElement | null | undefined;

function finder(button: Element): Find {
  const row = button.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const tip = button.getAttribute('data-tip');
  if (row && tip) return (list) => list.querySelector<HTMLElement>(`[data-row="${row}"] [data-tip="${tip}"]`);
  const text = button.textContent;
  return (list) => [...list.querySelectorAll('button')].find((other) => other.textContent === text);
}

/** After a form that replaced the list, returns the focus to the button that opened it. */
export function useFocusBack(isReplaced: boolean): {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const find = useRef<Find>(undefined);
  const wasReplaced = useRef(isReplaced);
  useLayoutEffect(() => {
    if (wasReplaced.current && !isReplaced && ref.current) find.current?.(ref.current)?.focus();
    wasReplaced.current = isReplaced;
  }, [isReplaced]);
  return {
    ref,
    onFocus: ({ target }) => {
      const button = target.closest('button');
      if (button) find.current = finder(button);
    },
  };
}
