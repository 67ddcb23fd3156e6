import assert from 'node:assert/strict';
import { test } from 'vitest';
import { matchParts, matchesWords } from './match-ranges.ts';

const marked = (text: string, typed: string) =>
  matchParts(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('the typed text is marked at every match, ignoring case', () => {
  assert.equal(marked('atlas-kite.com', 'ATLAS'), '[atlas]-kite.com');
  assert.equal(marked('abcab', 'ab'), '[ab]c[ab]');
  assert.equal(marked('İstanbul server', 'server'), 'İstanbul [server]');
  assert.equal(marked('münchen.de', 'MÜNCH'), '[münch]en.de');
});

test('if the whole does not match, each word is marked', () => {
  assert.equal(marked('Web 1 in Berlin', 'berlin web'), '[Web] 1 in [Berlin]');
  assert.equal(marked('example.com', 'nothing'), 'example.com');
  assert.equal(marked('example.com', '  '), 'example.com');
});

test('regular expressions and markup are plain text', () => {
  assert.equal(marked('<b>(x)+</b>', '(x)+'), '<b>[(x)+]</b>');
  assert.equal(marked('a.b', '.'), 'a[.]b');
});

test('a command matches by prefixes of its words, in any order', () => {
  assert.ok(matchesWords('Add Email Account', 'add em'));
  assert.ok(matchesWords('Add Email Account', 'email add'));
  assert.ok(!matchesWords('Add Email Account', 'mail'));
});
