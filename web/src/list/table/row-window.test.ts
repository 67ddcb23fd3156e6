import assert from 'node:assert/strict';
import { test } from 'vitest';
import { blocks, rowWindow } from './row-window.ts';

test('the visible rows are extended to blocks of four', () => {
  const rows = blocks({ startIndex: 13, endIndex: 22, overscan: 2, count: 100 });
  assert.deepEqual([rows[0], rows.at(-1)], [8, 27]);
});

test('blocks stop at the ends of the list', () => {
  const all = blocks({ startIndex: 0, endIndex: 5, overscan: 8, count: 6 });
  assert.deepEqual(all, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(blocks({ startIndex: 0, endIndex: 0, overscan: 0, count: 0 }), []);
});

test('after a jump only visible rows are rendered, the rows around them with the next event', () => {
  const extract = rowWindow();
  const at = (startIndex: number) =>
    extract({ startIndex, endIndex: startIndex + 11, overscan: 4, count: 1000 });
  assert.deepEqual([at(400).length, at(401).length, at(800).length], [12, 24, 12]);
});
