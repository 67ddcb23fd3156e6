import assert from 'node:assert/strict';
import { test } from 'vitest';
import { matchParts, matchesWords } from './match-ranges.ts';

const marked = (text: string, typed: string) =>
  matchParts(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('what was typed is marked wherever it stands, in any case', () => {
  assert.equal(marked('atlas-kite.com', 'ATLAS'), '[atlas]-kite.com');
  assert.equal(marked('abcab', 'ab'), '[ab]c[ab]');
  assert.equal(marked('İstanbul server', 'server'), 'İstanbul [server]');
  assert.equal(marked('münchen.de', 'MÜNCH'), '[münch]en.de');
});

test('else each of its words is marked, else nothing', () => {
  assert.equal(marked('Web 1 in Berlin', 'berlin web'), '[Web] 1 in [Berlin]');
  assert.equal(marked('example.com', 'nothing'), 'example.com');
  assert.equal(marked('example.com', '  '), 'example.com');
});

test('signs of patterns and of markup are nothing but text', () => {
  assert.equal(marked('<b>(x)+</b>', '(x)+'), '<b>[(x)+]</b>');
  assert.equal(marked('a.b', '.'), 'a[.]b');
});

test('a command is found by the beginnings of its words, in any order', () => {
  assert.ok(matchesWords('Add Email Account', 'add em'));
  assert.ok(matchesWords('Add Email Account', 'email add'));
  assert.ok(!matchesWords('Add Email Account', 'mail'));
});
