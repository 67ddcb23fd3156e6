import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostAndPort, ipKeyOf, isIpAddress, isIpv4 } from './ip-address.ts';

test('IPv4 is four decimal numbers up to 255', () => {
  for (const ip of ['0.0.0.0', '8.8.8.8', '192.168.10.255', '255.255.255.255'])
    assert.ok(isIpv4(ip) && isIpAddress(ip), ip);
  for (const ip of ['256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '0x7f.1.1.1', '1.2.3.4 ', '1.2.3.4\n', ''])
    assert.ok(!isIpAddress(ip), ip);
});

test('IPv6 is eight groups of hexadecimal digits, in either case', () => {
  for (const ip of ['2606:4700:0:0:0:0:0:1', '2001:0DB8:85A3:0000:0000:8A2E:0370:7334']) {
    assert.ok(isIpAddress(ip), ip);
    assert.ok(!isIpv4(ip), ip);
  }
  for (const ip of [
    '::1',
    '2606:4700::1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:g',
    '12345:2:3:4:5:6:7:8',
    '0:0:0:0:0:ffff:127.0.0.1',
    'fe80:0:0:0:0:0:0:1%eth0',
    '[1:2:3:4:5:6:7:8]',
  ])
    assert.ok(!isIpAddress(ip), ip);
});

test('IPv6 is put in brackets before a port', () => {
  assert.equal(hostAndPort('8.8.8.8', 80), '8.8.8.8:80');
  assert.equal(hostAndPort('1:2:3:4:5:6:7:8', 1080), '[1:2:3:4:5:6:7:8]:1080');
});

test('all spellings of an IPv6 address have one key', () => {
  for (const ip of ['2001:db8:0:0:0:0:0:1', '2001:0DB8:0000:0000:0000:0000:0000:0001'])
    assert.equal(ipKeyOf(ip), '2001:0db8:0000:0000:0000:0000:0000:0001');
  assert.equal(ipKeyOf('192.0.2.1'), '192.0.2.1');
});
