import { create } from 'zustand';
import { deferred } from './deferred.tsx';
import { useHotkeys } from './use-hotkeys.ts';

const ShortcutsDialog = deferred(() => import('./shortcuts-dialog.tsx'));

const useOpen = create(() => false);
const setOpen = (isOpen: boolean) => useOpen.setState(isOpen, true);

/** Opens the list of shortcuts, from anywhere. */
export const showShortcuts = () => setOpen(true);
const hideShortcuts = () => setOpen(false);

/** The dialog with the list of shortcuts, which '?' opens; rendered once. */
export function Shortcuts() {
  useHotkeys({ '?': showShortcuts });
  return <ShortcutsDialog open={useOpen()} onClose={hideShortcuts} />;
}
