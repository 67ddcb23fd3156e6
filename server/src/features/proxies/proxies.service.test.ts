import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProxyTestResult } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { closedPort, echoed, login, startHttpProxy, startRaw, startTarget } from '../../../test/proxies.ts';
import { type Client, startApp } from '../../../test/test-app.ts';

const app = await startApp({ PROXY_TEST_ALLOW_PRIVATE: 'true' });
const strict = await startApp();
await app.user();

const target = await startTarget(false);
const testUrl = `${target.origin}/json`;
type ErrorBody = { error: { code: string; details: { fields: object } } };

describe('POST /proxies/test', () => {
  test('answers success, time and address, without an envelope', async () => {
    const client = await app.user();
    const { ip, port } = await startHttpProxy(false);
    const { status, body } = await client.call<ProxyTestResult>('POST', '/proxies/test', {
      ip,
      port,
      testUrl,
      ...login,
    });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      success: true,
      error: null,
      data: { responseTime: body.data?.responseTime, ipAddress: echoed },
    });
    assert.equal(typeof body.data?.responseTime, 'number');
  });

  test('answers 200 with what failed; nothing is stored and no password is logged or answered', async () => {
    const client = await app.user();
    const { ip, port } = await startHttpProxy(false);
    const password = 'canary-of-the-test';
    for (const [at, expected] of [
      [port, /^Authentication failed/],
      [await closedPort(), /^The proxy refused the connection$/],
    ] as const) {
      const asked = { ip, port: at, testUrl, type: 'HTTP', username: 'operator', password };
      const answer = await client.call<ProxyTestResult>('POST', '/proxies/test', asked);
      assert.deepEqual([answer.status, answer.body.success, answer.body.data], [200, false, null]);
      assert.match(answer.body.error ?? '', expected);
      assert.ok(!answer.text.includes(password));
    }
    assert.ok(app.logs().includes('/api/proxies/test'));
    assert.ok(!app.logs().includes(password));
    assert.ok(!app.logs().includes(login.password));
    for (const table of ['proxies', 'changes'] as const)
      assert.deepEqual(await app.db.selectFrom(table).selectAll().execute(), []);
  });

  test('refuses what is missing or malformed, by field', async () => {
    const client = await app.user();
    const { status, body } = await client.call<ErrorBody>('POST', '/proxies/test', {
      ip: 'proxy.example.com',
      port: 0,
      type: 'FTP',
      testUrl: 'file:///etc/passwd',
    });
    assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR']);
    assert.deepEqual(body.error.details.fields, {
      ip: 'Invalid IP address format',
      port: 'Port must be between 1 and 65535',
      username: 'Username is required',
      password: 'Password is required',
      type: 'Type must be one of: HTTP, HTTPS, SOCKS5',
      testUrl: 'Invalid URL format',
    });
  });

  test('runs at most five at once for a user, independently of other users', async () => {
    const [client, other] = [await app.user(), await app.user()];
    let waiting = 0;
    const full = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { ip, port } = await startRaw((socket) => {
      waiting += 1;
      if (waiting === 5) full.resolve();
      void release.promise.then(() => socket.destroy());
    });
    const ask = (who: Client) =>
      who.call<ProxyTestResult & ErrorBody>('POST', '/proxies/test', { ip, port, testUrl, ...login });
    const running = Array.from({ length: 5 }, () => ask(client));
    await full.promise;
    const sixth = await ask(client);
    assert.deepEqual([sixth.status, sixth.body.error.code], [429, 'RATE_LIMITED']);
    assert.ok(Number(sixth.headers.get('retry-after')) > 0);
    const others = ask(other);
    release.resolve();
    for (const answer of await Promise.all([...running, others])) {
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.error, 'The proxy closed the connection');
    }
    assert.equal((await ask(client)).status, 200, 'a place that was left is free again');
  });

  test('runs at most thirty a minute for a user, refused addresses included', async () => {
    const [client, other] = [await strict.user(), await strict.user()];
    const ask = (who: Client) =>
      who.call<ProxyTestResult & ErrorBody>('POST', '/proxies/test', {
        ip: '127.0.0.1',
        port: 1,
        testUrl,
        ...login,
      });
    for (let count = 1; count <= 30; count += 1) assert.equal((await ask(client)).status, 200);
    const refused = await ask(client);
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'RATE_LIMITED']);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 60, String(seconds));
    assert.equal((await ask(other)).status, 200);
  });

  test('logs who connected to which address', async () => {
    const client = await app.user();
    const port = await closedPort();
    await client.call('POST', '/proxies/test', { ip: '127.0.0.1', port, testUrl, ...login });
    const lines = app.logs().split('\n');
    const line = lines.find((text) => text.includes('proxy tested') && text.includes(client.userId)) ?? '{}';
    const { ip, type, success, ...logged } = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual([ip, logged.port, type, success], ['127.0.0.1', port, 'HTTP', false]);
    assert.ok(!line.includes(login.username));
  });

  test('connects to no address that is not public, unless the installation allows it', async () => {
    const client = await strict.user();
    const proxy = await startHttpProxy(false);
    for (const ip of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '0:0:0:0:0:0:0:1',
      '0:0:0:0:0:FFFF:7F00:1',
      '64:ff9b:0:0:0:0:7f00:1',
      '2002:7f00:1:0:0:0:0:0',
    ]) {
      const asked = { ip, port: proxy.port, testUrl, ...login };
      const { status, body } = await client.call<ProxyTestResult>('POST', '/proxies/test', asked);
      assert.deepEqual([status, body.success, body.data], [200, false, null], ip);
      assert.match(body.error ?? '', /private, local or reserved/);
    }
    assert.deepEqual(proxy.seen, []);
  });
});
