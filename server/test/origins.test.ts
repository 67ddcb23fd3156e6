import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { type TestApp, password, startApp } from './test-app.ts';

/** Sends a request with the headers of a browser, which `fetch` does not set; returns the status and the error. */
async function send(
  { url }: TestApp,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<[number | undefined, string | undefined]> {
  const body = JSON.stringify(path === '/api/auth/register' ? { email: 'page@example.com', password } : {});
  const isRead = method === 'GET' || method === 'HEAD';
  const ofBody = { 'content-type': 'application/json', 'content-length': body.length };
  const sent = httpRequest(`${url}${path}`, { method, headers: { ...(!isRead && ofBody), ...headers } });
  sent.end(isRead ? '' : body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const isJson = response.headers['content-type']?.startsWith('application/json') === true;
  if (!isJson || method === 'HEAD') response.resume();
  const answer = isJson && method !== 'HEAD' ? await json(response) : {};
  return [response.statusCode, (answer as { error?: { code: string } }).error?.code];
}

const refused = [403, 'FORBIDDEN'];

describe('a new installation on loopback', () => {
  test('answers a foreign host only once it has a user', async () => {
    const app = await startApp();
    const { port } = new URL(app.url);
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      '192.0.2.1',
      'localhost.evil',
    ];
    for (const host of foreign)
      for (const [method, path] of [
        ['POST', '/api/auth/register'],
        ['GET', '/api/auth/methods'],
        ['GET', '/'],
        ['GET', '/api/nothing'],
      ] as const)
        assert.deepEqual(await send(app, method, path, { host }), refused, `${method} ${path} at ${host}`);
    for (const host of [
      'localhost',
      `LOCALHOST:${port}`,
      `127.0.0.1:${port}`,
      '127.8.9.1',
      '[::1]:80',
      'a.localhost',
    ])
      assert.equal((await send(app, 'GET', '/api/auth/methods', { host }))[0], 200, host);
    await app.user();
    for (const host of foreign)
      assert.equal((await send(app, 'GET', '/api/auth/methods', { host }))[0], 200, host);
  });

  test('answers any host where the operator named the address', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://inventory.example.com' });
    assert.equal((await send(app, 'GET', '/api/auth/methods', { host: 'inventory.example.com' }))[0], 200);
    assert.equal((await send(app, 'GET', '/api/auth/methods', { host: 'health.internal' }))[0], 200);
  });
});

describe('a write with an Origin', () => {
  test('is accepted from the host that it was sent to, and from that of PUBLIC_URL', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://inventory.example.com:8443' });
    for (const [origin, host] of [
      ['http://127.0.0.1:4000', '127.0.0.1:4000'],
      ['https://q.example.com', 'q.example.com'],
      ['https://q.example.com', 'Q.example.com:443'],
      ['http://q.example.com', 'q.example.com:80'],
      ['http://[::1]:4000', '[0:0::1]:4000'],
      ['https://xn--bcher-kva.example', 'xn--Bcher-kva.example'],
      ['https://inventory.example.com:8443', '127.0.0.1:4000'],
    ] as const) {
      const [status] = await send(app, 'POST', '/api/auth/refresh', { origin, host });
      assert.equal(status, 400, `${origin} at ${host}`);
    }
  });

  test('is refused from anywhere else, whatever it asks for', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://inventory.example.com' });
    const host = '127.0.0.1:4000';
    for (const origin of [
      'null',
      '',
      'https://evil.example',
      'https://127.0.0.1:4000.evil.example',
      'http://127.0.0.1',
      'http://127.0.0.1:5173',
      'http://localhost:4000',
      'https://inventory.example.com:8443',
      'https://inventory.example.com.evil.example',
      'https://evil.example, http://127.0.0.1:4000',
      'chrome-extension://abcdefgh',
      'file://',
    ])
      for (const [method, path] of [
        ['POST', '/api/auth/register'],
        ['POST', '/api/auth/login'],
        ['PUT', '/api/auth/me'],
        ['DELETE', '/api/auth/sessions'],
        ['PATCH', '/api/nothing'],
        ['OPTIONS', '/api/emails'],
      ] as const)
        assert.deepEqual(
          await send(app, method, path, { origin, host }),
          refused,
          `${method} ${path}: ${origin}`,
        );
    assert.equal((await send(app, 'POST', '/api/auth/register', { host }))[0], 201, 'nobody has registered');
  });

  test('concerns neither reads nor clients without one', async () => {
    const app = await startApp();
    await app.user();
    for (const origin of ['null', 'https://evil.example']) {
      assert.equal((await send(app, 'GET', '/api/auth/methods', { origin }))[0], 200, origin);
      assert.equal(
        (await send(app, 'HEAD', '/', { origin }))[0],
        (await send(app, 'HEAD', '/', {}))[0],
        origin,
      );
    }
    assert.equal((await send(app, 'POST', '/api/auth/refresh', { host: 'evil.example' }))[0], 400);
  });
});
