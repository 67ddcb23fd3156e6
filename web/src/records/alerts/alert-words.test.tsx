import assert from 'node:assert/strict';
import { test } from 'vitest';
import { detailText } from './alert-words.ts';

test('a crossing is told in days, of short certificates in parts of them', () => {
  for (const [detail, text] of [
    ['Distance 30', '30 days before'],
    ['Distance 2.7', '2.7 days before'],
    ['Distance 0', 'On the day'],
    ['Distance -1', 'After the date'],
    ['Level 2', 'Level 2'],
  ] as const)
    assert.equal(detailText(detail), text);
});
