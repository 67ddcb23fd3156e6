import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { readStored, useStored } from './use-stored.ts';

/** Handlers by key ('ArrowDown', 'Shift+ArrowDown', 'n'). One that returns false leaves the key to the browser. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => boolean | void>>;

/** The modifier key for commands on this device. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const switchKey = 'singleKeys';
const readSwitch = (stored: unknown): boolean => stored !== false;

/** Whether single characters are shortcuts. Users of speech input need to turn them off (WCAG 2.1.4). */
export const useSingleKeys = () => useStored(switchKey, readSwitch);

export const typesText =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]';
const dialogs = '[role=dialog], [role=alertdialog]';
const elsewhere = `form, ${dialogs}`;

export const isDialogOpen = (): boolean => document.querySelector(dialogs) !== null;

function press(keys: Hotkeys, event: KeyboardEvent): void {
  const { key, target, currentTarget, shiftKey } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target instanceof Element) {
    const other = target.closest(elsewhere);
    // Unless it contains the place of these shortcuts.
    if (target.closest(typesText) || (other && !other.contains(currentTarget as Node))) return;
  }
  const isSingle = key.length === 1 && key !== ' ';
  const run = keys[isSingle ? key.toLowerCase() : shiftKey ? `Shift+${key}` : key];
  if (!run || (isSingle && !readStored(switchKey, readSwitch))) return;
  if (run(event) !== false) event.preventDefault();
}

/** Shortcuts on the page, or within an element; never in text inputs, nor in forms or dialogs above that. */
export function useHotkeys(keys: Hotkeys, within?: RefObject<HTMLElement | null>): void {
  const newest = useRef(keys);
  useLayoutEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const place = within ? within.current : document;
    const pressed = (event: Event) => press(newest.current, event as KeyboardEvent);
    place?.addEventListener('keydown', pressed);
    return () => place?.removeEventListener('keydown', pressed);
  }, [within]);
}
