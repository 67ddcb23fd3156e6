import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fullAddress } from './full-address.ts';

test('IPv6 is written in full, in lower case', () => {
  for (const [typed, full] of [
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['fe80::', 'fe80:0:0:0:0:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::ffff:192.0.2.1', '0:0:0:0:0:ffff:c000:201'],
    ['2001:0DB8:0:0:0:0:0:00FF', '2001:0db8:0:0:0:0:0:00ff'],
  ] as const)
    assert.equal(fullAddress(typed), full);
});

test('IPv4 stays, and other text is no address', () => {
  assert.equal(fullAddress('192.0.2.1'), '192.0.2.1');
  for (const text of [
    '',
    '192.0.2',
    'example.com',
    '1:2:3',
    'fe80::1%eth0',
    '1::2::3',
    'a:b',
    '::1]:80/[::2',
  ])
    assert.equal(fullAddress(text), null, text);
});
