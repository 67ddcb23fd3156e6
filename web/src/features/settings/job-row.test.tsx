import assert from 'node:assert/strict';
import { test } from 'vitest';
import { timeUntil } from './job-row.tsx';

test('says the time until something in its largest unit', () => {
  for (const [seconds, words] of [
    [-5, 'now'],
    [0, 'now'],
    [1, 'in 1 second'],
    [59, 'in 59 seconds'],
    [60, 'in 1 minute'],
    [3599, 'in 59 minutes'],
    [7200, 'in 2 hours'],
    [86_400, 'in 1 day'],
    [604_800, 'in 7 days'],
  ] as const)
    assert.equal(timeUntil(1000 * seconds, 0), words);
});
