import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Digest } from '@quartermaster/contract/digests/digests.schema';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { type Progress, dayDue, withDay } from './digests.due.ts';

const daily: Digest = { every: 'day', hour: 8, weekday: 1 };
const at = (text: string): number => Date.parse(`${text}Z`);
const none: Progress = { since: 0, days: [] };
const berlin = (digest: Digest, now: string, progress = none) =>
  dayDue(digest, progress, 'Europe/Berlin', at(now));

/** Looks at each of these times, in minutes UTC, and returns when a digest was made, and for which day. */
function madeAt(digest: Digest, timeZone: string, times: Iterable<number>, since = 0): string[] {
  let progress: Progress = { since, days: [] };
  const made: string[] = [];
  for (const now of times) {
    const day = dayDue(digest, progress, timeZone, now);
    if (day === null) continue;
    progress = { since, days: withDay(progress, day) };
    made.push(`${new Date(now).toISOString().slice(0, 16)} ${day}`);
  }
  return made;
}
function* everyFiveMinutes(from: string, to: string) {
  for (let now = at(from); now < at(to); now += 5 * 60_000) yield now;
}

describe('a digest', () => {
  test('is due from its hour on, in the time zone, once a day', () => {
    assert.equal(berlin(daily, '2026-07-01T05:59:59', { since: at('2026-06-30T20:00:00'), days: [] }), null);
    assert.equal(berlin(daily, '2026-07-01T06:00:00'), '2026-07-01');
    assert.equal(berlin(daily, '2026-07-01T06:00:00', { since: 0, days: ['2026-07-01'] }), null);
    assert.deepEqual(
      madeAt(daily, 'Asia/Kathmandu', everyFiveMinutes('2026-07-01T02:00:00', '2026-07-03T02:00:00')),
      ['2026-07-01T02:15 2026-07-01', '2026-07-02T02:15 2026-07-02'].toSpliced(
        0,
        0,
        '2026-07-01T02:00 2026-06-30',
      ),
    );
  });

  test('comes first at the next hour set', () => {
    const since = at('2026-07-01T06:00:01');
    const times = everyFiveMinutes('2026-07-01T06:05:00', '2026-07-02T07:00:00');
    assert.deepEqual(madeAt(daily, 'Europe/Berlin', times, since), ['2026-07-02T06:00 2026-07-02']);
  });

  test('of a week comes on its day, or later if nobody looked', () => {
    const weekly: Digest = { every: 'week', hour: 8, weekday: 7 };
    const since = at('2026-07-01T00:00:00');
    const times = everyFiveMinutes('2026-07-01T00:00:00', '2026-07-20T00:00:00');
    assert.deepEqual(madeAt(weekly, 'UTC', times, since), [
      '2026-07-05T08:00 2026-07-05',
      '2026-07-12T08:00 2026-07-12',
      '2026-07-19T08:00 2026-07-19',
    ]);
    const late = [at('2026-07-04T00:00:00'), at('2026-07-17T10:00:00'), at('2026-07-19T07:00:00')];
    assert.deepEqual(madeAt(weekly, 'UTC', late, since), ['2026-07-17T10:00 2026-07-12']);
  });

  test('comes once when the clock shows its hour twice, and at the next one when it skips it', () => {
    const early: Digest = { ...daily, hour: 2 };
    const days = (from: string, to: string) =>
      madeAt(early, 'Europe/Berlin', everyFiveMinutes(from, to), at(from));
    assert.deepEqual(days('2026-03-28T12:00:00', '2026-03-30T12:00:00'), [
      '2026-03-29T01:00 2026-03-29',
      '2026-03-30T00:00 2026-03-30',
    ]);
    assert.deepEqual(days('2026-10-24T12:00:00', '2026-10-26T12:00:00'), [
      '2026-10-25T00:00 2026-10-25',
      '2026-10-26T01:00 2026-10-26',
    ]);
  });

  test('is made once for each day however the clock jumps', () => {
    const start = at('2026-07-01T07:00:00');
    const hours = (day: number, hour: number) => start + day * dayMs + hour * 3_600_000;
    const times = [
      hours(0, 2),
      hours(20, 2),
      hours(1, 2),
      hours(1, 1),
      hours(1, 3),
      hours(2, 2),
      hours(20, 3),
      hours(21, 2),
    ];
    const made = madeAt(daily, 'UTC', times, start).map((each) => each.split(' ')[1]);
    assert.deepEqual(made, ['2026-07-01', '2026-07-21', '2026-07-02', '2026-07-03', '2026-07-22']);
    // Set by a clock that was a year ahead.
    assert.equal(dayDue(daily, { since: hours(365, 0), days: [] }, 'UTC', hours(1, 2)), '2026-07-02');
  });

  test('is never due when it is off', () => {
    assert.equal(dayDue({ ...daily, every: 'off' }, none, 'UTC', at('2026-07-01T09:00:00')), null);
  });
});
