import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortKey } from './sort-key.ts';

const inOrder = (...texts: string[]) =>
  assert.deepEqual(
    texts.toReversed().toSorted((a, b) => Buffer.from(sortKey(a)).compare(Buffer.from(sortKey(b)))),
    texts,
  );

test('numbers sort by value, wherever they stand', () => {
  inOrder('px 2', 'px 10', 'px 100', 'py 1');
  inOrder('v1.9', 'v1.10', 'v2.0');
  inOrder('۹ node', '۱۰ node');
  inOrder('1', '9', '90', '100000000000000000000', '200000000000000000000');
});

test('case, accents and leading zeros make no difference', () => {
  for (const [one, other] of [
    ['Zürich', 'zurich'],
    ['px 007', 'PX 7'],
    ['000', '0'],
    ['٣', '3'],
    ['2001:DB8:0:0:0:0:0:1', '2001:0db8:0000:0000:0000:0000:0000:0001'],
  ] as const)
    assert.equal(sortKey(one), sortKey(other));
  inOrder('Zug', 'Zürich', 'Zypern');
});

test('addresses sort by their numbers, IPv4 first', () => {
  inOrder(
    '9.0.0.1',
    '10.0.0.2',
    '10.0.0.10',
    '192.0.2.1',
    '255.255.255.255',
    '1:0:0:0:0:0:0:2',
    '1:0:0:0:0:0:0:10',
  );
  inOrder('fe:0:0:0:0:0:0:1', 'fe80:0:0:0:0:0:0:1', 'name');
});

test('a key is bounded and can be stored', () => {
  const key = sortKey('😀'.repeat(1000));
  assert.ok(key.length <= 300 && key.isWellFormed());
  assert.ok(sortKey(`a${'😀'.repeat(1000)}`).isWellFormed());
});
