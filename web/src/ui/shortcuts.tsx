import { Suspense, lazy, useState } from 'react';
import { create } from 'zustand';
import { useHotkeys } from './use-hotkeys.ts';

// Rarely needed, so the page does not wait for this code.
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

const useOpen = create(() => false);
const setOpen = (isOpen: boolean) => useOpen.setState(isOpen, true);

/** Opens the list of shortcuts, from anywhere. */
export const showShortcuts = () => setOpen(true);

/** The dialog with the list of shortcuts, which '?' opens; rendered once. */
export function Shortcuts() {
  const isOpen = useOpen();
  // Stays from the first opening on, so that it can fade out.
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  useHotkeys({ '?': showShortcuts });
  return (
    wasOpened && (
      <Suspense>
        <ShortcutsDialog open={isOpen} onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
