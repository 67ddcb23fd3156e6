import assert from 'node:assert/strict';
import { test } from 'vitest';
import { between, newest, selectedWith, selectedWithout } from './selection.ts';

const row = (id: string, name = id) => ({ id, name });
const rows = ['a', 'b', 'c', 'd'].map((id) => row(id));
const ids = (found: Iterable<{ id: string }>) => [...found].map(({ id }) => id);

test('a range works in both directions and includes both ends', () => {
  assert.deepEqual(ids(between(rows, 'b', 'd')), ['b', 'c', 'd']);
  assert.deepEqual(ids(between(rows, 'd', 'b')), ['b', 'c', 'd']);
  assert.deepEqual(ids(between(rows, 'b', 'b')), ['b']);
});

test('a range from a missing row is its end alone; to a missing row it is empty', () => {
  assert.deepEqual(ids(between(rows, 'x', 'c')), ['c']);
  assert.deepEqual(ids(between(rows, undefined, 'c')), ['c']);
  assert.deepEqual(between(rows, 'a', 'x'), []);
});

test('hidden records stay selected, without duplicates', () => {
  const some = selectedWith(new Map(), [row('x'), ...rows.slice(0, 2)]);
  assert.deepEqual([...selectedWith(some, rows.slice(1, 3)).keys()], ['x', 'a', 'b', 'c']);
  assert.deepEqual([...selectedWithout(some, rows).keys()], ['x']);
});

test('a selected record is returned in its latest version', () => {
  const some = selectedWith(new Map<string, ReturnType<typeof row>>(), [
    row('a', 'before'),
    row('x', 'not loaded'),
  ]);
  assert.deepEqual(
    newest(some, [row('a', 'after')]).map(({ name }) => name),
    ['after', 'not loaded'],
  );
});
