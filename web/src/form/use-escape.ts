import { useEffect } from 'react';

const handlesEscapeItself = '[role=dialog], [role=alertdialog], [role=combobox][aria-expanded=true]';

/** Calls back on Escape, unless something smaller (a dialog, an open list, a tag being typed) handles the key. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(handlesEscapeItself)) return;
      onEscape();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [onEscape]);
}
