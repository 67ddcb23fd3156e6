import assert from 'node:assert/strict';
import test from 'node:test';
import { elementKeys } from './element-keys.ts';

const keysOf = (keys: ReadonlyMap<string, number>) => [...keys.values()];

test('a row that stays keeps its key, and one that comes beside it gets one that none had', () => {
  const next = elementKeys();
  assert.deepEqual(keysOf(next(['a', 'b', 'c'])), [1, 2, 3]);
  assert.deepEqual(keysOf(next(['b', 'c', 'd'])), [2, 3, 4]);
  assert.deepEqual(keysOf(next(['x', 'b'])), [5, 2]);
});

test('rows that are all others take over the keys, as far as there are some', () => {
  const next = elementKeys();
  next(['a', 'b', 'c']);
  assert.deepEqual(keysOf(next(['k', 'l'])), [1, 2]);
  assert.deepEqual(keysOf(next(['p', 'q', 'r'])), [1, 2, 4]);
  assert.deepEqual(keysOf(next([])), []);
  assert.deepEqual(keysOf(next(['p'])), [5]);
});
