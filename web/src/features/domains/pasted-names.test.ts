import assert from 'node:assert/strict';
import { test } from 'vitest';
import { hostOf, severalNames, tidyName } from './pasted-names.ts';

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

test('a final dot, a scheme and a path leave a name', () => {
  for (const [text, name] of [
    ['example.com.', 'example.com'],
    [' Example.com. ', 'Example.com'],
    ['https://example.com./a?b#c', 'example.com'],
    ['münchen.de.', 'münchen.de'],
    ['example.com', 'example.com'],
  ] as const)
    assert.equal(tidyName(text), name);
  for (const text of ['', 'example..', 'a b', 'ops@example.com', 'https://', '.'])
    assert.equal(tidyName(text), text);
});

test('a list of names is distinguished from one name and from prose', () => {
  assert.deepEqual(severalNames('a.example\nb.example, münchen.de;'), [
    'a.example',
    'b.example',
    'münchen.de',
  ]);
  for (const text of ['a.example', 'a.example is ours', '']) assert.deepEqual(severalNames(text), []);
});
