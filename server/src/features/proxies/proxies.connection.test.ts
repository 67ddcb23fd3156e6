import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProxyType } from '@quartermaster/contract/catalog/proxy-types';
import {
  type Listening,
  certificate,
  closedPort,
  echoed,
  ipv4,
  ipv6,
  login,
  startHttpProxy,
  startSocksProxy,
  startTarget,
} from '../../../test/proxies.ts';
import { echoedAddress, testProxy } from './proxies.connection.ts';

const run = (
  proxy: Pick<Listening, 'ip' | 'port'>,
  type: ProxyType,
  testUrl: string,
  more: { password?: string; deadlineMs?: number; trusted?: string } = {},
) => {
  const { password = login.password, deadlineMs = 5000, trusted = certificate } = more;
  const asked = { ip: proxy.ip, port: proxy.port, type, testUrl, username: login.username, password };
  return testProxy(asked, { allowPrivate: true, deadlineMs, trusted });
};

const targets = { http: await startTarget(false), https: await startTarget(true) };
const startProxy: Record<ProxyType, (ip: string) => Promise<Listening>> = {
  HTTP: (ip) => startHttpProxy(false, ip),
  HTTPS: (ip) => startHttpProxy(true, ip),
  SOCKS5: startSocksProxy,
};
const types = ['HTTP', 'HTTPS', 'SOCKS5'] as const;
const proxies = {
  HTTP: await startProxy.HTTP(ipv4),
  HTTPS: await startProxy.HTTPS(ipv4),
  SOCKS5: await startProxy.SOCKS5(ipv4),
};
const { http: plain, https: secure } = targets;
const named = secure.origin.replace(ipv4, 'target.test');

for (const type of types)
  describe(`through a proxy of type ${type}`, () => {
    for (const [scheme, target] of Object.entries(targets))
      for (const ip of [ipv4, ipv6])
        test(`at ${ip} to an ${scheme} target: time and address`, async () => {
          const proxy = await startProxy[type](ip);
          const { success, error, data } = await run(proxy, type, `${target.origin}/json`);
          assert.deepEqual([success, error, data?.ipAddress], [true, null, echoed]);
          assert.ok(Number.isInteger(data?.responseTime) && (data?.responseTime ?? -1) >= 0);
          assert.equal(proxy.seen.length, 1);
        });

    for (const scheme of ['http', 'https'] as const)
      test(`to an ${scheme} target at an IPv6 address`, async () => {
        const target = await startTarget(scheme === 'https', '::1');
        const { error, data } = await run(proxies[type], type, `${target.origin}/plain`);
        assert.deepEqual([error, data?.ipAddress], [null, echoed]);
      });

    test('the proxy resolves names', async () => {
      const { error } = await run(proxies[type], type, `${named}/json`);
      assert.equal(error, null);
      const asked = proxies[type].seen.at(-1);
      const expected = type === 'SOCKS5' ? 'name target.test ' : 'CONNECT target.test:';
      assert.equal(asked, `${expected}${secure.port}`);
    });

    test('a name that the proxy cannot find is reported as such', async () => {
      for (const url of ['http://nowhere.invalid/', 'https://nowhere.invalid/']) {
        const { success, error, data } = await run(proxies[type], type, url);
        assert.deepEqual([success, data], [false, null]);
        assert.match(error ?? '', /^The proxy could not find \(DNS\) or reach /);
      }
    });

    test('a wrong password is reported as such, and never repeated', async () => {
      for (const { origin } of Object.values(targets)) {
        const { success, error } = await run(proxies[type], type, `${origin}/json`, { password: 'guessed' });
        assert.equal(success, false);
        assert.equal(error, 'Authentication failed: the proxy refused the username or the password');
      }
    });

    test("the target's certificate is verified: who signed it, and for which name", async () => {
      const unknown = await run(proxies[type], type, `${secure.origin}/json`, { trusted: '' });
      assert.match(unknown.error ?? '', /^TLS error: The test URL .*SELF_SIGNED/);
      const other = await run(proxies[type], type, `${named.replace('target', 'other')}/json`);
      assert.match(other.error ?? '', /^TLS error: The test URL .*ALTNAME_INVALID/);
      const noTls = await run(proxies[type], type, plain.origin.replace('http', 'https'));
      assert.match(noTls.error ?? '', /^TLS error: The test URL /);
    });

    test('a refusal by the target is not reported as one by the proxy', async () => {
      const port = await closedPort();
      const onward = await run(proxies[type], type, `https://${ipv4}:${port}/`);
      assert.match(onward.error ?? '', /test URL/);
      const { error } = await run({ ip: ipv4, port }, type, plain.origin);
      assert.equal(error, 'The proxy refused the connection');
    });

    test('a redirect is a success and is not followed', async () => {
      for (const target of Object.values(targets)) {
        const before = target.seen.length;
        const { error, data } = await run(proxies[type], type, `${target.origin}/redirect`);
        assert.deepEqual([error, data?.ipAddress], [null, ipv4]);
        assert.deepEqual(target.seen.slice(before), ['/redirect']);
      }
    });

    test('an endless answer is read in part, and a truncated one is a failure', async () => {
      for (const { origin } of Object.values(targets)) {
        const { success } = await run(proxies[type], type, `${origin}/endless`);
        assert.equal(success, true);
        await Promise.all([proxies[type].closed(), targets.http.closed(), targets.https.closed()]);
        const { error } = await run(proxies[type], type, `${origin}/half`);
        assert.match(error ?? '', / closed the connection$/);
      }
    });

    test('a silent or trickling target is dropped at the deadline, with every connection closed', async () => {
      for (const [path, { origin }] of [
        ['/silent', plain],
        ['/trickle', plain],
        ['/silent', secure],
        ['/trickle', secure],
      ] as const) {
        const { error } = await run(proxies[type], type, `${origin}${path}`, { deadlineMs: 150 });
        assert.equal(error, 'Timed out after 0.15 seconds');
        await proxies[type].closed();
      }
    });

    test('an error status of the target is a failure that names it', async () => {
      const { error } = await run(proxies[type], type, `${plain.origin}/forbidden`);
      assert.equal(error, 'The test URL answered 403 Forbidden');
    });
  });

test('reads the formats of IP echo services', () => {
  for (const answer of ['8.8.4.4', ' 8.8.4.4\n', '{"ip":"8.8.4.4"}', '{"origin":"8.8.4.4, 10.0.0.1"}'])
    assert.equal(echoedAddress(answer), '8.8.4.4');
  assert.equal(echoedAddress('{"ip":"2606:4700::1"}'), '2606:4700::1');
  for (const answer of ['', 'hello', '{}', 'null', '7', '{"ip":"<b>"}', '{"ip":7}', '["8.8.4.4"]', '{"ip"'])
    assert.equal(echoedAddress(answer), null, answer);
});

test('a password that SOCKS5 cannot carry is reported as such', async () => {
  const { error } = await run(proxies.SOCKS5, 'SOCKS5', plain.origin, { password: 'ü'.repeat(128) });
  assert.equal(error, 'SOCKS5 takes a username and a password of at most 255 bytes');
});

test('a proxy named in the environment is not used', async () => {
  const trap = await startHttpProxy(false);
  const before = { ...process.env };
  const address = `http://${trap.ip}:${trap.port}`;
  Object.assign(process.env, { http_proxy: address, https_proxy: address, ALL_PROXY: address });
  try {
    for (const type of types)
      assert.equal((await run(proxies[type], type, `${plain.origin}/json`)).error, null);
  } finally {
    process.env = before;
  }
  assert.deepEqual(trap.seen, []);
});
