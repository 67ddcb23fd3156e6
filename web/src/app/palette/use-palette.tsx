import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { deferred } from '../../ui/deferred.tsx';

const CommandPalette = deferred(() => import('./command-palette.tsx'));
const preload = () => void CommandPalette.load().catch(() => undefined);

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** A confirmation is open. */
const isAsking = () => document.querySelector('[role=alertdialog]') !== null;

/** The command palette, toggled by Ctrl or Cmd with K. */
export function usePalette(): { show: () => void; preload: () => void; palette: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  /** Keys typed while its code loads, which the page would take otherwise. Null when not recording. */
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
      // Start loading before K follows.
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
  const palette = <CommandPalette open={isOpen} onClose={close} takeEarly={takeEarly} />;
  return { show, preload, palette };
}
