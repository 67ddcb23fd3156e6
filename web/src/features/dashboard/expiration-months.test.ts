import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { expirationMonths } from './expiration-months.ts';

const now = Date.UTC(2026, 10, 21, 15);

describe('months of expirations', () => {
  test('are this one, from today, and the next eleven', () => {
    const months = expirationMonths([], now);
    assert.equal(months.length, 12);
    assert.deepEqual(months[0], {
      from: '2026-11-21',
      to: '2026-11-30',
      short: 'Nov',
      name: 'November 2026',
      count: 0,
    });
    assert.deepEqual([months[3]?.from, months[3]?.to], ['2027-02-01', '2027-02-28']);
    assert.deepEqual([months.at(-1)?.from, months.at(-1)?.to], ['2027-10-01', '2027-10-31']);
  });

  test('count each day of the calendar once', () => {
    const calendar = [
      { date: '2026-11-21', count: 1 },
      { date: '2026-11-30', count: 2 },
      { date: '2026-12-01', count: 4 },
      { date: '2027-10-31', count: 8 },
      { date: '2027-11-01', count: 16 },
    ];
    const counts = expirationMonths(calendar, now).map(({ count }) => count);
    assert.deepEqual(counts, [3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8]);
  });

  test('are twelve if the year starts on the first of a month', () => {
    assert.equal(expirationMonths([], Date.UTC(2027, 0, 1)).length, 12);
  });
});
