import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fullAddress, proxyParts } from './proxy-line.ts';
import { proxyUrl } from './proxies-columns.tsx';

const ip = '203.0.113.5';
const v6 = '2001:db8:0:0:0:0:0:1';

test('an address with or without a port', () => {
  assert.deepEqual(proxyParts(` ${ip} `), { ip });
  assert.deepEqual(proxyParts(`${ip}:8080`), { ip, port: '8080' });
  assert.deepEqual(proxyParts('2001:DB8::1'), { ip: v6 });
  assert.deepEqual(proxyParts('[2001:db8::1]'), { ip: v6 });
  assert.deepEqual(proxyParts('[2001:db8::1]:3128'), { ip: v6, port: '3128' });
});

test('a whole proxy, as providers list it', () => {
  const login = { port: '8080', username: 'user', password: 'pass' };
  assert.deepEqual(proxyParts(`${ip}:8080:user:pass`), { ip, ...login });
  assert.deepEqual(proxyParts(`user:pass@${ip}:8080`), { ip, ...login });
  assert.deepEqual(proxyParts(`http://user:pass@${ip}:8080/`), { ip, ...login, type: 'HTTP' });
  assert.deepEqual(proxyParts(`SOCKS5H://${ip}:8080:user:pass`), { ip, ...login, type: 'SOCKS5' });
  assert.deepEqual(proxyParts(`https://user@${ip}`), { ip, username: 'user', type: 'HTTPS' });
  assert.deepEqual(proxyParts('[2001:db8::1]:8080:user:pass'), { ip: v6, ...login });
  assert.deepEqual(proxyParts(`${ip}:8080:user:p:a@s%s`), { ip, ...login, password: 'p:a@s%s' });
  assert.deepEqual(proxyParts(`user:p@ss@${ip}:8080`), { ip, ...login, password: 'p@ss' });
});

test('what is copied as a URL is read back', () => {
  const proxy = {
    ip: v6,
    port: 1080,
    username: 'a@b:c/d',
    password: 'p:ss wörd#?%',
    type: 'SOCKS5',
  } as const;
  assert.deepEqual(proxyParts(proxyUrl(proxy)), { ...proxy, port: '1080' });
});

test('other text is left as it is', () => {
  for (const text of [
    '',
    'proxy.example.com:8080',
    `${ip}:port`,
    `${ip}:80:user`,
    `socks4://${ip}:80`,
    `ftp://${ip}`,
    'a b',
    '300.0.0.1:80',
    `${ip}:80:user:a b`,
  ])
    assert.equal(proxyParts(text), null, text);
});

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
