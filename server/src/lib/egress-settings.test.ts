import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAllowed } from './allowed-addresses.ts';
import { readDnsServers } from './dns-servers.ts';
import { readWhoisServers } from './whois-servers.ts';

describe('EGRESS_ALLOW', () => {
  const allows = readAllowed('10.0.0.5:8000, 192.168.7.0/24,[fd00::]/8,[::1]:443,[fe80::]/10:8443');

  test('allows an address, a network, and each only at its port', () => {
    const asked: [address: string, port: number, expected: boolean][] = [
      ['10.0.0.5', 8000, true],
      ['10.0.0.5', 8001, false],
      ['10.0.0.6', 8000, false],
      ['192.168.7.200', 1, true],
      ['192.168.8.1', 1, false],
      ['fd12::1', 25, true],
      ['::1', 443, true],
      ['::1', 80, false],
      ['fe80::5', 8443, true],
      ['fe80::5', 443, false],
      ['127.0.0.1', 443, false],
    ];
    for (const [address, port, expected] of asked)
      assert.equal(allows?.(address, port), expected, `${address} ${port}`);
  });

  test('is refused where an entry is no address', () => {
    for (const text of [
      'localhost',
      '10.0.0.0/33',
      '10.0.0.0/8,',
      '10.0.0.5:0',
      '10.0.0.5:65536',
      '10.0.0.5:x',
      'fd00::/8',
      '[10.0.0.5]',
      '[fd00::]/129',
      '10.0.0',
      '',
    ])
      assert.equal(readAllowed(text), null, text);
  });
});

describe('DNS_SERVERS and WHOIS_SERVERS', () => {
  test('take addresses with ports, and hosts of suffixes', () => {
    const servers = '192.0.2.1,192.0.2.1:5353, 2001:db8::1,[2001:db8::1]:5353';
    assert.deepEqual(
      readDnsServers(servers),
      servers.split(',').map((each) => each.trim()),
    );
    assert.deepEqual(
      readWhoisServers('DE=whois.denic.de, at=127.0.0.2,ac.uk=whois.nic.ac.uk'),
      new Map([
        ['de', 'whois.denic.de'],
        ['at', '127.0.0.2'],
        ['ac.uk', 'whois.nic.ac.uk'],
      ]),
    );
  });

  test('are refused where an entry is none', () => {
    for (const text of [
      'dns.example.com',
      '192.0.2.1:0',
      '192.0.2.1:70000',
      '[192.0.2.1]:53',
      '2001:db8::1,',
      '',
    ])
      assert.equal(readDnsServers(text), null, text);
    for (const text of ['whois.denic.de', 'de=', 'de=http://x', 'de=a.example=b.example', '=a.example', ''])
      assert.equal(readWhoisServers(text), null, text);
  });
});
