import { type ReactNode, Suspense, lazy, useCallback, useEffect, useState } from 'react';

const load = () => import('../palette/command-palette.tsx');
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
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // Its code is on the way by the time that K follows.
      if (event.key === 'Control' || event.key === 'Meta') preload();
      if (!isPaletteKey(event) || isAsking()) return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const palette = wasOpened && (
    <Suspense>
      <CommandPalette open={isOpen} onClose={close} />
    </Suspense>
  );
  return { show: useCallback(() => setOpen(true), []), preload, palette };
}
