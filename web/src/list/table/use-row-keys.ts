import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { useHotkeys } from '../../ui/use-hotkeys.ts';
import type { RowsProps } from './table-props.ts';
import type { Identified } from '../../records/entity.ts';

/** In a card, the button of the menu that has it. */
const deleteButton = 'button:is([data-tip=Delete], [data-more])';
/** How many rows PageUp and PageDown move. */
export const rowsOfPage = 10;

/** The id of the row that contains an element. */
const idAt = (element: Element) => element.closest<HTMLElement>('[data-row]')?.dataset['row'];

interface RowPosition {
  id: string;
  index: number;
  /** The row itself is focused, not a button in it. */
  isRow: boolean;
}

type Options<T> = Pick<
  RowsProps<T>,
  'box' | 'frame' | 'selection' | 'onSelect' | 'onOpen' | 'onEdit' | 'onDelete' | 'onRelations' | 'entrance'
> & {
  rows: readonly T[];
  isSettled: boolean;
  /** Further keys on a row; one that returns false leaves the key to the browser. */
  keys?: Readonly<Record<string, (row: T) => boolean>> | undefined;
  /** Scrolls to a row that is not rendered. */
  scrollTo: (index: number) => void;
};

/**
 * Keyboard navigation in a list whose rows carry `data-row`. The focus stays in the list: from a deleted row it moves
 * to the next, from a row that scrolls out of sight to the list.
 */
export function useRowKeys<T extends Identified>(options: Options<T>): (event: FocusEvent) => void {
  const { box, frame, rows, selection, scrollTo, entrance, isSettled } = options;
  const last = useRef<RowPosition>(undefined);
  const pending = useRef<string>(undefined);
  const reachable = useRef<HTMLElement>(undefined);
  const rowOf = (id: string | undefined) => box.current?.querySelector<HTMLElement>(`[data-row="${id}"]`);
  const isEntering = useRef(false);

  useLayoutEffect(() => {
    entrance.current = (isWanted, id) => {
      if (id) return void goTo(rows.findIndex((row) => row.id === id));
      isEntering.current = isWanted;
      return isWanted ? enter() : undefined;
    };
    if (isEntering.current) enter();
    const awaited = pending.current && rowOf(pending.current);
    if (awaited) {
      pending.current = undefined;
      awaited.focus();
      return;
    }
    const before = last.current;
    // The browser moves the focus to the body when the focused element is removed.
    if (!before || document.activeElement !== document.body) return;
    if (rows.some(({ id }) => id === before.id)) {
      if (!rowOf(before.id)) box.current?.focus({ preventScroll: true });
      return;
    }
    const successor = rowOf(rows[Math.min(before.index, rows.length - 1)]?.id);
    const next = before.isRow ? successor : successor?.querySelector<HTMLElement>(deleteButton);
    (next ?? box.current)?.focus();
  });

  /** From the search to the first row, once the rows match the search. */
  function enter() {
    if (!isSettled) return;
    isEntering.current = false;
    goTo(0);
  }
  const positionOf = (target: EventTarget | null): RowPosition | undefined => {
    if (!(target instanceof Element)) return undefined;
    const id = idAt(target);
    const index = rows.findIndex((other) => other.id === id);
    return id === undefined || index < 0 ? undefined : { id, index, isRow: target.matches('[data-row]') };
  };
  function goTo(index: number) {
    const to = Math.max(0, Math.min(index, rows.length - 1));
    const row = rows[to];
    if (!row) return false;
    const element = rowOf(row.id);
    pending.current = element ? undefined : row.id;
    if (element) element.focus();
    else scrollTo(to);
    return true;
  }
  const move = (event: KeyboardEvent, steps: number) => {
    const from = positionOf(event.target) ?? (event.target === box.current ? last.current : undefined);
    return goTo((from?.index ?? (steps > 0 ? -1 : rows.length)) + steps);
  };
  const extend = (event: KeyboardEvent, steps: number) => {
    const index = positionOf(event.target)?.index;
    if (index === undefined) return false;
    selection.add(
      rows.slice(Math.max(0, Math.min(index, index + steps)), Math.max(index, index + steps) + 1),
    );
    return goTo(index + steps);
  };
  /** `onlyRow`: ignored on buttons in the row, which use the key themselves. */
  const act = (event: KeyboardEvent, work: ((row: T) => void) | undefined, onlyRow = false) => {
    const position = positionOf(event.target);
    const row = position && rows[position.index];
    if (!row || !work || (onlyRow && !position.isRow)) return false;
    work(row);
    return true;
  };
  const others = Object.entries(options.keys ?? {}).map(([key, work]) => {
    const run = (event: KeyboardEvent) => {
      const row = rows[positionOf(event.target)?.index ?? -1];
      return row ? work(row) : false;
    };
    return [key, run] as const;
  });
  const select = (row: T) => options.onSelect(row, false);
  /** Presses the row's first copy button for `what` that is not showing that it has just copied. */
  const copy = (event: KeyboardEvent, what: string) => {
    const row = rowOf(positionOf(event.target)?.id);
    const buttons = [...(row?.querySelectorAll<HTMLElement>(`[data-copy${what}]`) ?? [])];
    const button = buttons.find((each) => each.hasAttribute('data-tip')) ?? buttons[0];
    if (!button) return false;
    button.click();
    return true;
  };
  useHotkeys(
    {
      ArrowDown: (event) => move(event, 1),
      j: (event) => move(event, 1),
      ArrowUp: (event) => move(event, -1),
      k: (event) => move(event, -1),
      PageDown: (event) => move(event, rowsOfPage),
      PageUp: (event) => move(event, -rowsOfPage),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      'Shift+ArrowDown': (event) => extend(event, 1),
      'Shift+ArrowUp': (event) => extend(event, -1),
      Enter: (event) => act(event, options.onOpen, true),
      e: (event) => act(event, options.onEdit),
      Delete: (event) => act(event, options.onDelete),
      Backspace: (event) => act(event, options.onDelete),
      ' ': (event) => act(event, select, true),
      x: (event) => act(event, select),
      o: (event) => act(event, options.onRelations),
      // A second press copies the next user's password.
      p: (event) => copy(event, '^="password"'),
      s: (event) => copy(event, '^="SSH command"'),
      c: (event) => copy(event, ''),
      ...Object.fromEntries(others),
    },
    frame,
  );
  return ({ target }) => {
    last.current = positionOf(target) ?? (target === box.current ? last.current : undefined);
    if (!last.current?.isRow || target === box.current || !(target instanceof HTMLElement)) return;
    // Roving tabindex: one row is reachable by Tab, and regains the focus when a dialog closes.
    if (reachable.current) reachable.current.tabIndex = -1;
    reachable.current = target;
    target.tabIndex = 0;
  };
}
