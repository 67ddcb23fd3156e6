import { type ReactNode, Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react';

const load = () => import('./command-palette.tsx');
const CommandPalette = lazy(load);
const preload = () => void load().catch(() => undefined);

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** A question has to be answered first. */
const isAsking = () => document.querySelector('[role=alertdialog]') !== null;

/** The command palette of the signed-in pages, which Ctrl or Cmd with K opens and closes. */
export function usePalette(): { show: () => void; preload: () => void; palette: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  /** What is typed while its code is on the way: else it would be the page's. Null where nothing is to be kept. */
  const early = useRef<string | null>(null);
  const show = useCallback(() => {
    early.current = '';
    setOpen(true);
  }, []);
  const close = useCallback(() => {
    early.current = null;
    setOpen(false);
  }, []);
  const takeEarly = useCallback(() => {
    const typed = early.current ?? '';
    early.current = null;
    return typed;
  }, []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // Its code is on the way by the time that K follows.
      if (event.key === 'Control' || event.key === 'Meta') preload();
      if (isPaletteKey(event) && !isAsking()) {
        event.preventDefault();
        (isOpen ? close : show)();
      } else if (early.current !== null && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') close();
        else if (event.key === 'Backspace') early.current = early.current.slice(0, -1);
        else if (event.key.length === 1) early.current += event.key;
      }
    };
    document.addEventListener('keydown', pressed, true);
    return () => document.removeEventListener('keydown', pressed, true);
  }, [isOpen, show, close]);
  const palette = wasOpened && (
    <Suspense>
      <CommandPalette open={isOpen} onClose={close} takeEarly={takeEarly} />
    </Suspense>
  );
  return { show, preload, palette };
}
