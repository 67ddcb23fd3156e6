import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  addDays,
  dayAt,
  dayOfDate,
  daysBetween,
  instantOf,
  isTimeZone,
  onePeriodOn,
  offsetsIn,
  startOfDay,
  wallClock,
} from './calendar.ts';

const at = (text: string): number => Date.parse(text);
const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Los_Angeles', 'Asia/Kathmandu'];

describe('the day of a stored date', () => {
  test('is that of midnight, UTC, in every time zone', () => {
    for (const zone of zones)
      assert.equal(dayOfDate(at('2027-03-10T00:00:00.000Z'), zone), '2027-03-10', zone);
  });

  test('is otherwise the day on which the instant falls', () => {
    const evening = at('2027-03-10T20:30:00.000Z');
    const days = zones.map((zone) => dayOfDate(evening, zone));
    assert.deepEqual(days, ['2027-03-10', '2027-03-11', '2027-03-10', '2027-03-10', '2027-03-11']);
    const justAfter = at('2027-03-10T00:00:00.001Z');
    assert.equal(dayOfDate(justAfter, 'America/Los_Angeles'), '2027-03-09');
    assert.equal(dayOfDate(justAfter, 'UTC'), '2027-03-10');
  });
});

test('today is the day that the clocks of the zone show, also at midnight UTC', () => {
  assert.equal(dayAt(at('2027-03-10T00:00:00.000Z'), 'America/Los_Angeles'), '2027-03-09');
});

describe('days', () => {
  test('are counted on the calendar, over changes of the clock, leap days and years', () => {
    assert.equal(daysBetween('2027-03-27', '2027-03-29'), 2);
    assert.equal(daysBetween('2028-02-28', '2028-03-01'), 2);
    assert.equal(daysBetween('2027-01-01', '2026-12-31'), -1);
    assert.equal(addDays('2028-02-28', 2), '2028-03-01');
    assert.equal(addDays('2027-01-01', -1), '2026-12-31');
  });

  test('end with the year 9999', () => {
    assert.equal(addDays('9999-12-31', 1), '9999-12-31');
    assert.equal(dayOfDate(at('9999-12-31T23:00:00.000Z'), 'Pacific/Kiritimati'), '9999-12-31');
    assert.ok(startOfDay('0000-01-01', 'Asia/Tokyo') < startOfDay('9999-12-31', 'Asia/Tokyo'));
  });

  test('begin when the clocks of the zone show midnight, or skip it', () => {
    const starts: [day: string, zone: string, start: string][] = [
      ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00.000Z'],
      ['2027-03-29', 'Europe/Berlin', '2027-03-28T22:00:00.000Z'],
      ['2027-11-01', 'Europe/Berlin', '2027-10-31T23:00:00.000Z'],
      ['2027-01-01', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
      ['2027-01-01', 'Asia/Kathmandu', '2026-12-31T18:15:00.000Z'],
      ['2027-01-01', '+23:59', '2026-12-31T00:01:00.000Z'],
      ['2027-01-01', '-23:59', '2027-01-01T23:59:00.000Z'],
      // Cairo's clocks went from 00:00 to 01:00 on that day.
      ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
    ];
    for (const [day, zone, start] of starts)
      assert.equal(new Date(startOfDay(day, zone)).toISOString(), start, `${day} in ${zone}`);
  });

  test('have 23 and 25 hours when the clocks change', () => {
    const hours = (day: string) =>
      (startOfDay(addDays(day, 1), 'Europe/Berlin') - startOfDay(day, 'Europe/Berlin')) / 3_600_000;
    assert.deepEqual(['2027-03-27', '2027-03-28', '2027-10-31'].map(hours), [24, 23, 25]);
  });
});

test('a time zone is one that the system knows', () => {
  assert.deepEqual(
    ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Mars/Olympus', '', 'Berlin'].map(isTimeZone),
    [true, true, true, false, false, false],
  );
});

test('the offsets of a time zone tell what its clocks show at every instant', () => {
  for (const zone of ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Tokyo']) {
    const [from, to] = [at('2026-01-01T00:00:00.000Z'), at('2029-01-01T00:00:00.000Z')];
    const offsets = offsetsIn(zone, from, to);
    assert.equal(offsets.length, zone === 'Asia/Tokyo' ? 1 : 7, zone);
    for (let now = from; now < to; now += 5 * 3_600_000 + 7 * 60_000) {
      const offset = offsets.findLast((each) => each.from <= now)?.offset;
      assert.equal(now + (offset ?? NaN), wallClock(now, zone), `${zone} at ${new Date(now).toISOString()}`);
    }
  }
});

describe('the instant of a time of day', () => {
  const iso = (day: string, hour: number, zone: string) =>
    new Date(instantOf(day, hour * 60, zone)).toISOString();

  test('follows the clocks of the zone', () => {
    assert.equal(iso('2027-07-01', 8, 'Europe/Berlin'), '2027-07-01T06:00:00.000Z');
    assert.equal(iso('2027-12-01', 8.5, 'Asia/Kathmandu'), '2027-12-01T02:45:00.000Z');
    for (const zone of zones)
      assert.equal(wallClock(instantOf('2027-05-05', 61, zone), zone), at('2027-05-05T01:01Z'));
  });

  test('that the clocks skip is the next, and that they show twice the first', () => {
    assert.equal(iso('2027-03-28', 2.5, 'Europe/Berlin'), '2027-03-28T01:00:00.000Z');
    assert.equal(iso('2027-10-31', 2.5, 'Europe/Berlin'), '2027-10-31T00:30:00.000Z');
    assert.equal(iso('2027-03-14', 2, 'America/New_York'), '2027-03-14T07:00:00.000Z');
    assert.equal(iso('2027-11-07', 1, 'America/New_York'), '2027-11-07T05:00:00.000Z');
  });
});

test('one period on is the same day of the next year or month, or the last that there is', () => {
  for (const [from, interval, to] of [
    ['2026-12-01', 'YEAR', '2027-12-01'],
    ['2028-02-29', 'YEAR', '2029-02-28'],
    ['2027-02-28', 'YEAR', '2028-02-28'],
    ['2027-01-31', 'MONTH', '2027-02-28'],
    ['2026-12-31', 'MONTH', '2027-01-31'],
    ['9999-06-01', 'YEAR', '9999-12-31'],
  ] as const)
    assert.equal(onePeriodOn(from, interval), to);
});
