import assert from 'node:assert/strict';
import { test } from 'vitest';
import { between, newest, selectedWith, selectedWithout } from './selection.ts';

const row = (id: string, name = id) => ({ id, name });
const rows = ['a', 'b', 'c', 'd'].map((id) => row(id));
const ids = (found: Iterable<{ id: string }>) => [...found].map(({ id }) => id);

test('a range runs either way and holds both ends', () => {
  assert.deepEqual(ids(between(rows, 'b', 'd')), ['b', 'c', 'd']);
  assert.deepEqual(ids(between(rows, 'd', 'b')), ['b', 'c', 'd']);
  assert.deepEqual(ids(between(rows, 'b', 'b')), ['b']);
});

test('a range from a row that is gone is its end alone; to one that is gone it is nothing', () => {
  assert.deepEqual(ids(between(rows, 'x', 'c')), ['c']);
  assert.deepEqual(ids(between(rows, undefined, 'c')), ['c']);
  assert.deepEqual(between(rows, 'a', 'x'), []);
});

test('what is out of sight stays selected, each record once', () => {
  const some = selectedWith(new Map(), [row('x'), ...rows.slice(0, 2)]);
  assert.deepEqual([...selectedWith(some, rows.slice(1, 3)).keys()], ['x', 'a', 'b', 'c']);
  assert.deepEqual([...selectedWithout(some, rows).keys()], ['x']);
});

test('a selected record is as the list has it now', () => {
  const some = selectedWith(new Map<string, ReturnType<typeof row>>(), [
    row('a', 'before'),
    row('x', 'not loaded'),
  ]);
  assert.deepEqual(
    newest(some, [row('a', 'after')]).map(({ name }) => name),
    ['after', 'not loaded'],
  );
});
