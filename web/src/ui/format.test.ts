import assert from 'node:assert/strict';
import { test } from 'vitest';
import { formatDateTime, formatDay, formatNumber, formatRelative } from './format.ts';

test('dates and numbers are written in US English', () => {
  assert.match(formatDateTime('2024-01-05T10:30:00'), /^Jan 5, 2024, 10:30 AM$/);
  assert.equal(formatDay('2024-01-05T00:00:00.000Z'), 'Jan 5, 2024');
  assert.equal(formatNumber(10_000), '10,000');
});

test('recent times are relative, older ones the full date', () => {
  const now = Date.parse('2024-02-05T12:00:00');
  assert.equal(formatRelative('2024-02-05T11:59:30', now), 'Just now');
  assert.equal(formatRelative('2024-02-03T12:00:00', now), '2 days ago');
  assert.equal(formatRelative('2024-01-05T10:30:00', now), 'Jan 5, 2024');
});
