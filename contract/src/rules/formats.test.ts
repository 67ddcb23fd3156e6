import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIsoDate, timeOf } from './formats.ts';

const iso = (text: string) => new Date(timeOf(text)).toISOString();

test('dates are read as ISO 8601 and as registries write them; without a zone they are UTC', () => {
  for (const [text, time] of [
    ['2027-03-01', '2027-03-01T00:00:00.000Z'],
    ['2027-03-01T23:59', '2027-03-01T23:59:00.000Z'],
    ['2027-03-01 23:59:59', '2027-03-01T23:59:59.000Z'],
    ['2027-03-01T23:59:59.5Z', '2027-03-01T23:59:59.500Z'],
    ['2027-03-01T23:59:59+0000', '2027-03-01T23:59:59.000Z'],
    ['2027-03-01 23:59:59+02', '2027-03-01T21:59:59.000Z'],
    ['2027-03-01 23:59:59 UTC', '2027-03-01T23:59:59.000Z'],
    ['2027-03-01T23:59:59-05:30', '2027-03-02T05:29:59.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ] as const)
    assert.equal(iso(text), time, text);
});

test('what is no date in the calendar is refused', () => {
  for (const text of [
    '',
    '2027',
    '2027-02-29',
    '2027-13-01',
    '2027-03-01T25:00',
    '2027-03-01T23:59:59+99:00',
    '2027-03-01 23:59:59 CET',
    '01.03.2027',
    '20270301',
    '2027-03-01 ',
    '9999-12-31T23:59:59-05:00',
    '0000-01-01T00:00:00+05:00',
  ])
    assert.ok(!isIsoDate(text), text);
});
