import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useHotkeys } from '../ui/use-hotkeys.ts';
import { destinations } from './destinations.ts';

/** How long to wait for the second key of a chord. */
const waitMs = 1500;

export const pageKeys = destinations.flatMap(({ key, label, to }) =>
  key === undefined ? [] : [{ key, label, to }],
);

/** Handles g followed by the key of a page. */
export function usePageKeys(): void {
  const router = useRouter();
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);
  useHotkeys({
    g: () => {
      waiting.current?.abort();
      const second = new AbortController();
      waiting.current = second;
      setTimeout(() => second.abort(), waitMs);
      // Runs before the rows, where such letters have other meanings.
      const options = { capture: true, signal: second.signal };
      addEventListener(
        'keydown',
        (event) => {
          if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
          second.abort();
          const page = pageKeys.find(({ key }) => key === event.key.toLowerCase());
          if (!page || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          event.stopPropagation();
          void router.navigate({ to: page.to });
        },
        options,
      );
    },
  });
}
