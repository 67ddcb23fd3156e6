import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTime } from './clock.ts';

const year = 365 * 86_400_000;

test('times increase while the clock stands still or is slightly corrected', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const times = [nextTime(), nextTime(), nextTime()];
  t.mock.timers.setTime(999_900);
  times.push(nextTime(), nextTime());
  assert.deepEqual(
    times,
    [...new Set(times)].sort((a, b) => a - b),
  );
});

test('times follow a clock that was a year ahead, or behind', (t) => {
  const now = Date.now();
  for (const wrong of [now + year, now - year]) {
    t.mock.timers.enable({ apis: ['Date'], now });
    nextTime();
    t.mock.timers.setTime(wrong);
    assert.ok(Math.abs(nextTime() - wrong) < 100);
    t.mock.timers.setTime(now + 10);
    assert.ok(Math.abs(nextTime() - now) < 100);
    t.mock.timers.reset();
  }
});
