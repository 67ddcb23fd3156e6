import type { Batch } from '@quartermaster/contract/history/history.schema';
import { expect, test } from 'vitest';
import { byDay } from './by-day.ts';

const batch = (id: string, at: Date) => ({ id, at: at.toISOString() }) as Batch;

test('acts are grouped by day, and the last two days have names', () => {
  const now = new Date(2026, 2, 1, 10);
  const days = byDay(
    [
      batch('a', new Date(2026, 2, 1, 9)),
      batch('b', new Date(2026, 2, 1, 0)),
      batch('c', new Date(2026, 1, 28, 23)),
      batch('d', new Date(2026, 0, 5, 12)),
    ],
    now,
  );
  expect(days.map(({ title, batches }) => [title, batches.map(({ id }) => id)])).toEqual([
    ['Today', ['a', 'b']],
    ['Yesterday', ['c']],
    ['Jan 5, 2026', ['d']],
  ]);
});
