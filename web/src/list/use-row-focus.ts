import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Identified } from './resource.ts';

const deleteButton = 'button[data-tip=Delete]';

/** When the row that had the focus is deleted, the row that takes its place gets it. Rows carry `data-row`. */
export function useRowFocus(box: RefObject<HTMLElement | null>, rows: readonly Identified[]) {
  const last = useRef<{ id: string; index: number }>(undefined);

  useLayoutEffect(() => {
    const left = last.current;
    if (!left || document.activeElement !== document.body || rows.some(({ id }) => id === left.id)) return;
    const heir = rows[Math.min(left.index, rows.length - 1)];
    const row = heir && box.current?.querySelector(`[data-row="${heir.id}"]`);
    (row?.querySelector<HTMLElement>(deleteButton) ?? box.current)?.focus();
  });

  return ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const index = rows.findIndex((row) => row.id === id);
    last.current = id === undefined || index < 0 ? undefined : { id, index };
  };
}
