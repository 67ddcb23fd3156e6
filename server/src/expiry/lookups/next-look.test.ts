import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@quartermaster/contract/rules/expiry';
import { nextLook, waitOf, weekMs } from './next-look.ts';

const of = { kind: 'registration', subject: 'example.com' } as const;
const waitUntil = (now: string, end: string | null, timeZone = 'UTC') => {
  const record = { area: 'domains', id: 'id', subjects: [of], typed: null } as const;
  const source = { field: 'expirationDate', source: 'rdap', subject: 'example.com' };
  const facts = end === null ? [] : [{ ...source, value: JSON.stringify(end) }];
  return waitOf(of, [record], facts, { now: Date.parse(now), timeZone }) / dayMs;
};

test('the next look is in a day up to 60 calendar days before the end, after it and without one, else in a week', () => {
  const now = '2026-11-26T02:00:00Z';
  assert.equal(waitUntil(now, '2027-01-25T23:59:59Z'), 1, '60 days and some hours');
  assert.equal(waitUntil(now, '2027-01-26T00:00:00Z'), 7, '61 days, though fewer hours than that');
  assert.equal(
    waitUntil(now, '2027-01-26T04:59:59Z', 'America/New_York'),
    7,
    'there it is still the day before',
  );
  assert.equal(waitUntil(now, '2027-01-25T04:59:59Z', 'America/New_York'), 1);
  assert.equal(waitUntil(now, '2020-01-01T00:00:00Z'), 1, 'past');
  assert.equal(waitUntil(now, null), 1, 'unknown');
});

test('that a name is gone is asked again after exactly a day, and spreading only brings forward', () => {
  const now = Date.parse('2026-11-26T02:00:00Z');
  assert.equal(nextLook('unregistered', weekMs, now), now + dayMs);
  for (let times = 0; times < 100; times += 1) {
    const wait = nextLook('ok', weekMs, now) - now;
    assert.ok(wait <= 7 * dayMs && wait > 5 * dayMs, `${wait}`);
  }
});
