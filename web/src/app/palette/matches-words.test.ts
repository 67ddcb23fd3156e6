import assert from 'node:assert/strict';
import { test } from 'vitest';
import { matchesWords, nearnessOf } from './matches-words.ts';

test('a command matches by prefixes of its words, in any order', () => {
  assert.ok(matchesWords('Add Email Account', 'add em'));
  assert.ok(matchesWords('Add Email Account', 'email add'));
  assert.ok(matchesWords('Filter by client: Käse', 'kase filt'));
  assert.ok(!matchesWords('Add Email Account', 'mail'));
});

test('an entry is nearest by the start of its label, then by its words, then by other words', () => {
  const entry = { label: 'Secret log', words: 'passwords revealed' };
  for (const [typed, nearness] of [
    ['', 0],
    ['secret l', 0],
    ['log', 1],
    ['pass log', 2],
    ['word', null],
  ] as const)
    assert.equal(nearnessOf(entry, typed), nearness, typed);
});
