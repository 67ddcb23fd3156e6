import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hostOf, severalNames } from './pasted-names.ts';

test('a web address has a host', () => {
  for (const [text, host] of [
    [' https://Shop.example.com/cart?id=1#top ', 'shop.example.com'],
    ['http://user:pw@example.com:8080', 'example.com'],
    ['//example.com/', 'example.com'],
    ['example.com/path', 'example.com'],
    ['https://münchen.de/', 'münchen.de'],
  ] as const)
    assert.equal(hostOf(text), host);
  for (const text of ['example.com', 'https://localhost/', 'a/b', 'ops@example.com', '', 'two words/'])
    assert.equal(hostOf(text), undefined, text);
});

test('a list of names is distinguished from one name and from prose', () => {
  assert.deepEqual(severalNames('a.example\nb.example, münchen.de;'), [
    'a.example',
    'b.example',
    'münchen.de',
  ]);
  for (const text of ['a.example', 'a.example is ours', '']) assert.deepEqual(severalNames(text), []);
});
