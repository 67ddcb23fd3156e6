import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTrust } from './trusted-addresses.ts';

const trusts = (text: string, address: string) => readTrust(text)?.(address);

test('trusts all addresses, none, or those of a list of addresses, networks and names', () => {
  assert.equal(trusts('true', '203.0.113.1'), true);
  assert.equal(trusts('false', '127.0.0.1'), false);
  const list = '192.0.2.1, 10.0.0.0/8,loopback,2001:db8::/32';
  for (const address of ['192.0.2.1', '10.9.8.7', '127.0.0.2', '::1', '2001:db8::1', '::ffff:10.0.0.1'])
    assert.equal(trusts(list, address), true, address);
  for (const address of ['192.0.2.2', '11.0.0.1', '2001:db9::1', '::ffff:11.0.0.1'])
    assert.equal(trusts(list, address), false, address);
});

test('refuses anything but addresses', () => {
  for (const text of [
    'yes',
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '127.0.0.1,',
    'localhost',
    '::/129',
  ])
    assert.equal(readTrust(text), null, text);
});
