import { useSyncExternalStore } from 'react';

let isReachable = true;
const watchers = new Set<() => void>();

/** What the last call has shown: only that tells, not the browser's guess. */
export function setReachable(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  watchers.forEach((watcher) => watcher());
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether the server answers. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => isReachable);
