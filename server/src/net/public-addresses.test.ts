import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-addresses.ts';

const refused: Record<string, string[]> = {
  unspecified: ['0.0.0.0', '0.255.255.255', '::', '0:0:0:0:0:0:0:0'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'link-local': ['169.254.169.254', 'fe80::1', 'febf:ffff::1', 'fe80:0:0:0:0:0:0:1'],
  'site-local': ['fec0::1'],
  'shared (CGNAT)': ['100.64.0.1', '100.127.255.255'],
  'unique local': ['fc00::1', 'fd12:3456:789a:0:0:0:0:1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255', '4000::1', '100::1', '5f00::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff:0:0:0:0:0:0:1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '2001:1::1', '2001:20::1'],
  'former 6to4 relays': ['192.88.99.1'],
  'mapped IPv4': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '0:0:0:0:0:ffff:7f00:1', '0:0:0:0:0:FFFF:A00:1'],
  'compatible IPv4': ['::127.0.0.1', '0:0:0:0:0:0:7f00:1'],
  'translated IPv4': ['::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::10.0.0.1', '64:ff9b:0:0:0:0:7f00:1', '64:ff9b:1:0:0:0:a00:1', '64:ff9b::808:808'],
  '6to4': ['2002:7f00:1::', '2002:a00:1:0:0:0:0:1', '2002:808:808::1'],
  Teredo: ['2001:0:0:0:0:0:0:1', '2001::1'],
  'no address': ['', 'localhost', '8.8.8', '1:2', '[::1]'],
};

for (const [what, addresses] of Object.entries(refused))
  test(`not public: ${what}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address);
  });

test('public unicast, up to the borders of what is not', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700:0:0:0:0:0:1111',
    '2A00:1450:4001:81B:0:0:0:200E',
    '2001:200:0:0:0:0:0:1',
    '2003:0:0:0:0:0:0:1',
  ])
    assert.equal(isPublicAddress(address), true, address);
});
