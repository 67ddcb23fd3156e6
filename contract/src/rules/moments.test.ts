import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstMs, isMoment, lastMs } from './moments.ts';

test('a moment is a day or an instant with its time zone', () => {
  for (const text of [
    '2026-02-28',
    '2028-02-29',
    '2026-02-28T10:00Z',
    '2026-02-28T10:00:59.123Z',
    '2026-02-28T23:30:00+05:30',
  ])
    assert.ok(isMoment(text), text);
  for (const text of [
    '',
    '2026',
    '2026-2-3',
    '2026-02-30',
    '2026-13-01',
    '2026-02-30T10:00Z',
    '2026-02-28T10:00',
    '2026-02-28T25:00Z',
    '28.02.2026',
    'yesterday',
    '1767225600000',
  ])
    assert.ok(!isMoment(text), text);
});

test('both ends of a range count: a day from its first to its last millisecond, an instant as itself', () => {
  assert.equal(firstMs('2026-02-28'), Date.UTC(2026, 1, 28));
  assert.equal(lastMs('2026-02-28'), Date.UTC(2026, 2, 1) - 1);
  assert.equal(firstMs('2026-02-28T10:00:00.5Z'), Date.UTC(2026, 1, 28, 10, 0, 0, 500));
  assert.equal(lastMs('2026-02-28T10:00:00+02:00'), Date.UTC(2026, 1, 28, 8));
});
