import assert from 'node:assert/strict';
import { test } from 'vitest';
import { matchesWords } from './matches-words.ts';

test('a command matches by prefixes of its words, in any order', () => {
  assert.ok(matchesWords('Add Email Account', 'add em'));
  assert.ok(matchesWords('Add Email Account', 'email add'));
  assert.ok(matchesWords('Filter by client: Käse', 'kase filt'));
  assert.ok(!matchesWords('Add Email Account', 'mail'));
});
