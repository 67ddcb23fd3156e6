import { create } from 'zustand';
import { deferred } from './deferred.tsx';
import type { ShortcutsProps } from './shortcuts-dialog.tsx';
import { useHotkeys } from './use-hotkeys.ts';

const ShortcutsDialog = deferred(() => import('./shortcuts-dialog.tsx'));

const useOpen = create(() => false);
const setOpen = (isOpen: boolean) => useOpen.setState(isOpen, true);

/** Opens the list of shortcuts, from anywhere. */
export const showShortcuts = () => setOpen(true);
const hideShortcuts = () => setOpen(false);

/** The dialog with the list of shortcuts, which '?' opens; rendered once. */
export function Shortcuts(props: ShortcutsProps) {
  useHotkeys({ '?': showShortcuts });
  return <ShortcutsDialog {...props} open={useOpen()} onClose={hideShortcuts} />;
}
