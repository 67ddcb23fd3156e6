import assert from 'node:assert/strict';
import { fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { describe, test } from 'vitest';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from '../bulk/use-selection.ts';

interface Row {
  id: string;
}
const calls: string[] = [];
const call = (what: string) => (row: Row) => void calls.push(`${what} ${row.id}`);

/** Rows as a table renders them; those after `rendered` are out of sight. */
function Rows({ rows, rendered, isSettled = true }: { rows: Row[]; rendered: number; isSettled?: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const entrance = useRef<(isWanted: boolean) => void>(undefined);
  const selection = useSelection({ rows, total: rows.length, query: {} });
  const onFocus = useRowKeys({
    box,
    frame,
    rows,
    selection,
    onSelect: selection.toggle,
    entrance,
    isSettled,
    onOpen: call('open'),
    onEdit: call('edit'),
    onDelete: call('delete'),
    onRelations: call('relations'),
    scrollTo: (index) => calls.push(`scroll to ${index}`),
  });
  return (
    <div ref={frame}>
      <input
        type="search"
        onFocus={() => entrance.current?.(true)}
        onChange={() => entrance.current?.(false)}
      />
      <div ref={box} tabIndex={0} onFocus={onFocus}>
        {rows.slice(0, rendered).map(({ id }) => (
          <div key={id} data-row={id} tabIndex={-1} data-selected={selection.has(id)}>
            <button data-tip="Delete">{id}</button>
            {['password of root', 'password of deploy', 'SSH command of root'].map((what) => (
              <i
                key={what}
                data-copy={what}
                data-tip={what}
                onClick={call(`copy ${what} of`).bind(null, { id })}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function shown(ids: string, rendered = ids.length) {
  calls.length = 0;
  const rows = (letters: string) => [...letters].map((id) => ({ id }));
  const { container, rerender } = render(<Rows rows={rows(ids)} rendered={rendered} />);
  const row = (id: string) => container.querySelector<HTMLElement>(`[data-row=${id}]`);
  return {
    row,
    box: container.querySelector<HTMLElement>('[tabindex="0"]'),
    search: container.querySelector('input'),
    show: (next: string, count = next.length, isSettled = true) =>
      rerender(<Rows rows={rows(next)} rendered={count} isSettled={isSettled} />),
    selected: () =>
      [...container.querySelectorAll('[data-selected=true]')].map((each) => each.textContent).join(''),
  };
}
const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey });
const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];

describe('useRowKeys', () => {
  test('moves the focus from row to row, and stops at the ends', () => {
    const { row } = shown('abc');
    row('a')?.focus();
    for (const [key, expected] of [
      ['ArrowDown', 'b'],
      ['j', 'c'],
      ['ArrowDown', 'c'],
      ['k', 'b'],
      ['Home', 'a'],
      ['End', 'c'],
      ['PageUp', 'a'],
    ] as const) {
      press(key);
      assert.equal(focusedRow(), expected, key);
    }
  });

  test('edits, deletes and shows the connections of the focused row', () => {
    const { row } = shown('abc');
    row('b')?.focus();
    for (const key of ['Enter', 'e', 'Delete', 'o']) press(key);
    assert.deepEqual(calls, ['open b', 'edit b', 'delete b', 'relations b']);
  });

  test('copies by key: passwords one after the other, and commands', () => {
    const { row } = shown('ab');
    row('b')?.focus();
    press('p');
    row('b')?.querySelector('i')?.removeAttribute('data-tip');
    for (const key of ['p', 's', 'c']) press(key);
    const [root, deploy, ssh] = ['password of root', 'password of deploy', 'SSH command of root'];
    assert.deepEqual(
      calls,
      [root, deploy, ssh, deploy].map((what) => `copy ${what} of b`),
    );
  });

  test('goes from the search to the first row, once the rows are those that were searched for', () => {
    const { search, show } = shown('abc');
    show('abc', 3, false);
    search?.focus();
    assert.equal(document.activeElement, search);
    show('bc');
    assert.equal(focusedRow(), 'b');
  });

  test('stays in the search if more is typed before the rows are settled', () => {
    const { search, show } = shown('abc');
    assert.ok(search);
    show('abc', 3, false);
    search.focus();
    fireEvent.change(search, { target: { value: 'b' } });
    show('bc');
    assert.equal(document.activeElement, search);
  });

  test('leaves Enter to a button in the row', () => {
    const { row } = shown('abc');
    row('b')?.querySelector('button')?.focus();
    press('Enter');
    assert.deepEqual(calls, []);
  });

  test('selects with the space bar, and extends with Shift and an arrow', () => {
    const { row, selected } = shown('abcd');
    row('b')?.focus();
    press(' ');
    assert.equal(selected(), 'b');
    press('ArrowDown', true);
    assert.equal(selected(), 'bc');
    assert.equal(focusedRow(), 'c');
  });

  test('scrolls to a row that is not rendered, and focuses it when it is', () => {
    const { row, show } = shown('abcd', 2);
    row('a')?.focus();
    press('End');
    assert.deepEqual(calls, ['scroll to 3']);
    show('abcd');
    assert.equal(focusedRow(), 'd');
  });

  test('hands the focus of a deleted row to the one that takes its place', () => {
    const { row, show } = shown('abc');
    row('b')?.focus();
    show('ac');
    assert.equal(focusedRow(), 'c');
    show('a');
    assert.equal(focusedRow(), 'a');
  });

  test('hands the focus of a Delete button to the next one', () => {
    const { row, show } = shown('abc');
    row('b')?.querySelector('button')?.focus();
    show('ac');
    assert.equal(document.activeElement?.textContent, 'c');
    assert.equal(document.activeElement?.tagName, 'BUTTON');
  });

  test('hands the focus of a row that is scrolled away to the list, from where the arrows go on', () => {
    const { row, box, show } = shown('abcd');
    row('d')?.focus();
    show('abcd', 2);
    assert.equal(document.activeElement, box);
    show('abcd');
    press('ArrowUp');
    assert.equal(focusedRow(), 'c');
  });
});
