import { useCallback, useMemo } from 'react';
import { create } from 'zustand';

const useTexts = create<Record<string, string>>(() => ({ ...localStorage }));
const update = () => useTexts.setState({ ...localStorage }, true);
window.addEventListener('storage', update);

/** Validates the stored value, which anyone can edit; undefined if nothing is stored. */
export type Read<T> = (stored: unknown) => T;

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const readStored = <T>(key: string, read: Read<T>): T => read(parsed(useTexts.getState()[key]));

/** A setting stored in this browser and shared by its tabs; storing undefined resets it. */
export function useStored<T>(key: string, read: Read<T>): [T, (value: T | undefined) => void] {
  const text = useTexts((texts) => texts[key]);
  const value = useMemo(() => read(parsed(text)), [text, read]);
  const store = useCallback(
    (next: T | undefined) => {
      if (next === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
      update();
    },
    [key],
  );
  return [value, store];
}
