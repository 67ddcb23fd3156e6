import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkedStatus,
  classifyExpiry,
  dayMs,
  daysLeft,
  expiryAlertText,
  expiryText,
  expiryTone,
} from './expiry.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const at = (days: number) => now + days * dayMs;

test('days left are rounded up; less than a day past is today', () => {
  for (const [days, left] of [
    [0.1, 1],
    [1, 1],
    [1.1, 2],
    [0, 0],
    [-0.9, 0],
    [-1, -1],
    [-1.5, -1],
    [-51, -51],
  ] as const)
    assert.equal(daysLeft(at(days), now), left, `${days}`);
  assert.ok(Object.is(daysLeft(at(-0.5), now), 0), 'no negative zero goes out as -0');
});

test('a date is expired, expiring within 30 days, healthy or absent', () => {
  for (const [days, found] of [
    [-0.01, 'expired'],
    [0, 'expiring'],
    [0.01, 'expiring'],
    [30, 'expiring'],
    [30.01, 'healthy'],
  ] as const)
    assert.equal(classifyExpiry(at(days), now), found, `${days}`);
  assert.equal(classifyExpiry(null, now), 'never');
});

test('an expiry date is described by the days left or past', () => {
  assert.deepEqual([131, 1, 0, -1, -51].map(expiryText), [
    '131 days left',
    '1 day left',
    'Expired today',
    'Expired 1 day ago',
    'Expired 51 days ago',
  ]);
  assert.deepEqual([5, 1, 0, -2].map(expiryAlertText), [
    'Expires in 5 days',
    'Expires in 1 day',
    'Expired today',
    'Expired 2 days ago',
  ]);
});

test('the color changes at the thresholds', () => {
  assert.deepEqual([-1, 3, 4, 7, 8, 14, 15].map(expiryTone), [
    'bad',
    'bad',
    'hot',
    'hot',
    'warn',
    'warn',
    'info',
  ]);
});

test('Check Expiration follows the date, and leaves blocked, transferred and undated domains alone', () => {
  for (const status of ['ACTIVE', 'EXPIRING', 'EXPIRED'] as const) {
    assert.equal(checkedStatus(status, at(-1), now), 'EXPIRED');
    assert.equal(checkedStatus(status, at(30), now), 'EXPIRING');
    assert.equal(checkedStatus(status, at(31), now), 'ACTIVE');
    assert.equal(checkedStatus(status, null, now), status);
  }
  for (const status of ['BLOCKED', 'TRANSFERRED'] as const)
    assert.equal(checkedStatus(status, at(-1), now), status);
});
