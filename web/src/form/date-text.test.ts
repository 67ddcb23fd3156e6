import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dayOf, monthsLater, timestampOf } from './date-text.ts';

const today = new Date('2026-03-15T23:30:00Z');

test('months are added to the date, or else to today', () => {
  assert.equal(monthsLater('', 3, today), '2026-06-15');
  assert.equal(monthsLater('2026-12-01', 12, today), '2027-12-01');
});

test('a day beyond the end of the month becomes its last day', () => {
  assert.equal(monthsLater('2026-11-30', 3, today), '2027-02-28');
  assert.equal(monthsLater('2028-02-29', 12, today), '2029-02-28');
});

test('anything but a date is returned unchanged', () => {
  assert.equal(monthsLater('soon', 3, today), 'soon');
  assert.equal(dayOf(null), '');
  assert.equal(dayOf('2026-04-01T12:00:00.000Z'), '2026-04-01');
});

test('a day becomes a timestamp; an unchanged one keeps its time', () => {
  assert.equal(timestampOf('2026-04-01', null), '2026-04-01T00:00:00.000Z');
  assert.equal(timestampOf('2026-04-01', '2026-04-01T12:30:00.000Z'), '2026-04-01T12:30:00.000Z');
  assert.equal(timestampOf('2026-04-02', '2026-04-01T12:30:00.000Z'), '2026-04-02T00:00:00.000Z');
  assert.equal(timestampOf('', '2026-04-01T12:30:00.000Z'), '');
  assert.equal(timestampOf('12026-04-01', null), '12026-04-01');
});
