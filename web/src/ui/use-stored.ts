import { useCallback, useMemo, useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
const tell = () => watchers.forEach((watcher) => watcher());
window.addEventListener('storage', tell);

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Makes a choice of what a person may have written into the storage, or of undefined. */
export type Read<T> = (stored: unknown) => T;

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const readStored = <T>(key: string, read: Read<T>): T => read(parsed(localStorage.getItem(key)));

/** A choice that this browser remembers, the same in all tabs; undefined forgets it. */
export function useStored<T>(key: string, read: Read<T>): [T, (value: T | undefined) => void] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const value = useMemo(() => read(parsed(text)), [text, read]);
  const store = useCallback(
    (next: T | undefined) => {
      if (next === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
      tell();
    },
    [key],
  );
  return [value, store];
}
