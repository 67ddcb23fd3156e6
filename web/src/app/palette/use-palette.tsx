import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import { expectTyping, takeTyped } from '../../ui/early-keys.ts';

const CommandPalette = deferred(() => import('./command-palette.tsx'));
const preload = () => void CommandPalette.load().catch(() => undefined);

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** A confirmation is open. */
const isAsking = () => document.querySelector('[role=alertdialog]') !== null;

/** The command palette, toggled by Ctrl or Cmd with K. */
export function usePalette(): { show: () => void; preload: () => void; palette: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => {
    takeTyped();
    setOpen(false);
  }, []);
  const show = useCallback(() => {
    expectTyping(close);
    setOpen(true);
  }, [close]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // Start loading before K follows.
      if (event.key === 'Control' || event.key === 'Meta') preload();
      if (!isPaletteKey(event) || isAsking()) return;
      event.preventDefault();
      (isOpen ? close : show)();
    };
    document.addEventListener('keydown', pressed, true);
    return () => document.removeEventListener('keydown', pressed, true);
  }, [isOpen, show, close]);
  return { show, preload, palette: <CommandPalette open={isOpen} onClose={close} /> };
}
