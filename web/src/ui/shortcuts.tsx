import { Suspense, lazy, useState, useSyncExternalStore } from 'react';
import { useHotkeys } from './use-hotkeys.ts';

// Seldom looked up, so that the page need not wait for this code.
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

let isOpen = false;
const watchers = new Set<() => void>();

function become(open: boolean): void {
  isOpen = open;
  watchers.forEach((watcher) => watcher());
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Opens the list of keys, from wherever it is asked for. */
export const showShortcuts = () => become(true);

/** Where the list of keys opens; once in the page. '?' opens it. */
export function Shortcuts() {
  const open = useSyncExternalStore(subscribe, () => isOpen);
  // From the first opening on, so that it can fade when it closes.
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  useHotkeys({ '?': showShortcuts });
  return (
    opened && (
      <Suspense>
        <ShortcutsDialog open={open} onClose={() => become(false)} />
      </Suspense>
    )
  );
}
