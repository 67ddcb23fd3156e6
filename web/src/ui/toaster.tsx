import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ToastOptions } from './toast-region.tsx';

// Nothing is told before something was done, so that the page need not load this code before.
const load = () => import('./toast-region.tsx');
const ToastRegion = lazy(() => load().then((module) => ({ default: module.ToastRegion })));

let isWanted = false;
const watchers = new Set<() => void>();

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Tells in passing that something was done. */
export function toast(options: ToastOptions): void {
  isWanted = true;
  watchers.forEach((watcher) => watcher());
  void load().then(({ show }) => show(options));
}

/** Where toasts appear; once in the page. */
export function Toaster() {
  const wanted = useSyncExternalStore(subscribe, () => isWanted);
  return (
    wanted && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  );
}
