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

  test('are twelve on the first of a month, and in a leap year the last ends a day early', () => {
    const months = expirationMonths([{ date: '2028-12-31', count: 1 }], Date.UTC(2028, 0, 1));
    assert.equal(months.length, 12);
    assert.deepEqual([months[0]?.from, months[0]?.to], ['2028-01-01', '2028-01-31']);
    assert.deepEqual([months[1]?.from, months[1]?.to], ['2028-02-01', '2028-02-29']);
    // A calendar of 365 days ends one day before the leap year does.
    const last = months.at(-1);
    assert.deepEqual([last?.from, last?.to, last?.count], ['2028-12-01', '2028-12-30', 0]);
  });

  test('are twelve in every case, and each begins the day after the one before', () => {
    for (let day = 0; day < 366; day += 1) {
      const months = expirationMonths([], Date.UTC(2027, 2, 1 + day));
      const next = months.map(({ to }) => new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10));
      assert.equal(months.length, 12);
      assert.deepEqual(
        next.slice(0, -1),
        months.slice(1).map(({ from }) => from),
      );
    }
  });
});
