import assert from 'node:assert/strict';
import { test } from 'vitest';
import { proxyUrl } from './proxies-columns.tsx';

const proxy = { type: 'HTTP', username: 'user', password: 'pass', ip: '192.0.2.1', port: 8080 } as const;

test('a proxy is written as a URL', () => {
  assert.equal(proxyUrl(proxy), 'http://user:pass@192.0.2.1:8080');
  assert.equal(proxyUrl({ ...proxy, type: 'SOCKS5' }), 'socks5://user:pass@192.0.2.1:8080');
});

test('special characters in the login are escaped', () => {
  const url = new URL(proxyUrl({ ...proxy, username: 'a@b:c/d', password: 'p:ss wörd#?%' }));
  assert.equal(decodeURIComponent(url.username), 'a@b:c/d');
  assert.equal(decodeURIComponent(url.password), 'p:ss wörd#?%');
  assert.equal(url.host, '192.0.2.1:8080');
});

test('IPv6 addresses are in brackets', () => {
  const ip = '2001:db8:0:0:0:0:0:1';
  assert.equal(proxyUrl({ ...proxy, ip, type: 'HTTPS' }), `https://user:pass@[${ip}]:8080`);
});
