import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { limits } from '@quartermaster/contract/rules/limits';
import { createFrom, nextNumber } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
const json = { 'content-type': 'application/json', authorization: `Bearer ${user.token}` };
const send = async (path: string, init: RequestInit) => {
  const response = await fetch(`${app.url}${path}`, init);
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  return { status: response.status, code: error?.code, headers: response.headers };
};

/** Sends bytes that no client would, and returns the status line's number and the error's code. */
async function sendRaw(bytes: string): Promise<{ status: number; code: string; message: string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const { error } = JSON.parse(body) as { error: { code: string; message: string } };
  return { status: Number(head.split(' ')[1]), ...error };
}

describe('what is no request is answered like one that is refused:', () => {
  test('an address that is not percent-encoded', async () => {
    const answer = await sendRaw('GET /api/domains?search=Söhne HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.deepEqual([answer.status, answer.code], [400, 'VALIDATION_ERROR']);
    assert.match(answer.message, /percent-encoded/);
  });

  test('headers that are too large, and other bytes', async () => {
    const large = await sendRaw(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    assert.deepEqual([large.status, large.code], [431, 'PAYLOAD_TOO_LARGE']);
    const other = await sendRaw('hello\r\n\r\n');
    assert.deepEqual([other.status, other.code], [400, 'VALIDATION_ERROR']);
  });
});

describe('requests', () => {
  for (const [what, body, type, status, code] of [
    ['no JSON', '{', 'application/json', 400, 'INVALID_JSON'],
    ['another type', 'x', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['too much', `"${'x'.repeat(1024 * 1024)}"`, 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
    ['a list', '[]', 'application/json', 400, 'VALIDATION_ERROR'],
    ['a poisoned prototype', '{"__proto__": {"x": 1}}', 'application/json', 400, 'INVALID_JSON'],
    [
      'a NUL',
      '{"email": "a\\u0000@example.com", "password": "x"}',
      'application/json',
      400,
      'VALIDATION_ERROR',
    ],
    [
      'a lone surrogate',
      '{"email": "a@example.com", "password": "\\ud800"}',
      'application/json',
      400,
      'VALIDATION_ERROR',
    ],
    [
      'in Latin-1',
      Buffer.from('{"email": "a@example.com", "password": "pässword"}', 'latin1'),
      'application/json',
      400,
      'INVALID_JSON',
    ],
    ['nothing', '', 'application/json', 400, 'VALIDATION_ERROR'],
  ] as const)
    test(`a body that is ${what} is refused with a message`, async () => {
      const answer = await send('/api/emails', {
        method: 'POST',
        headers: { ...json, 'content-type': type },
        body,
      });
      assert.deepEqual([answer.status, answer.code], [status, code]);
    });

  test('bodies before sign-in are at most 16 KB, also where there is no endpoint', async () => {
    const body = { email: 'a@example.com', password: 'x'.repeat(limits.publicBody) };
    for (const path of ['/auth/login', '/auth/register', '/auth/refresh', '/nothing'])
      assert.equal((await app.call('POST', path, body)).status, 413, path);
    assert.equal((await app.call('POST', '/auth/login', { ...body, password: 'x' })).status, 401);
  });

  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip', 'x'])
    test(`a body encoded as ${encoding} is refused unread, whoever sends it`, async () => {
      const body = gzipSync(JSON.stringify({ domains: [{ domain: ' '.repeat(31 * 1024 * 1024) }] }));
      for (const [path, headers] of [
        ['/api/domains/bulk-import', json],
        ['/api/auth/login', { 'content-type': 'application/json' }],
        ['/api/nothing', json],
      ] as const) {
        const init = { method: 'POST', headers: { ...headers, 'content-encoding': encoding }, body };
        const answer = await send(path, init);
        assert.deepEqual([answer.status, answer.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], path);
        assert.equal(answer.headers.get('accept-encoding'), 'identity');
      }
    });

  test('a body may say that it is not encoded', async () => {
    const body = JSON.stringify({ email: `box-${nextNumber()}@example.com`, password: 'x' });
    const headers = { ...json, 'content-encoding': 'Identity' };
    assert.equal((await send('/api/emails', { method: 'POST', headers, body })).status, 201);
  });

  test('a request that needs no body may send a content type', async () => {
    const { id } = await createFrom(user, 'emails', {
      email: `box-${nextNumber()}@example.com`,
      password: 'x',
    });
    for (const [method, path] of [
      ['POST', '/api/domains/check-expiration'],
      ['DELETE', `/api/emails/${id}`],
    ] as const)
      assert.equal((await send(path, { method, headers: json })).status, 200);
  });

  for (const path of ['/api/nothing', '/api/emails/x/y', '/api', '/assets/nothing.js'])
    test(`${path} is not found`, async () => {
      assert.deepEqual((await send(path, { headers: json })).code, 'NOT_FOUND');
    });

  for (const query of [
    'search=%00',
    'search=%ED%A0%80',
    'tags=%00',
    'page=1&page=2',
    `search=${'x'.repeat(201)}`,
  ])
    test(`the query ${query.slice(0, 20)} is no 5xx`, async () => {
      const answer = await send(`/api/emails?${query}`, { headers: json });
      assert.ok(answer.status < 500, String(answer.status));
    });
});

describe('the log', () => {
  test('names the sender of a request and the workspace', async () => {
    await user.call('GET', '/emails');
    const line = app.logs().trim().split('\n').at(-1) ?? '';
    const { msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
    assert.equal(msg, 'request completed');
    assert.equal(fields['userId'], user.userId);
    assert.equal(fields['workspaceId'], (await app.ownerOf(user)).id);
  });

  test('has no error for a client that disconnects during a request', async () => {
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const head = ['POST /api/emails HTTP/1.1', 'Host: x', `Authorization: Bearer ${user.token}`];
    socket.write(
      [...head, 'Content-Type: application/json', 'Content-Length: 999', '', '{"email"'].join('\r\n'),
    );
    await once(socket, 'connect');
    const before = app.logs().length;
    // The request sent before on another connection has been answered, so this one has been read.
    await user.call('GET', '/emails');
    socket.resetAndDestroy();
    while (!app.logs().slice(before).includes('broken off')) await setImmediate();
    assert.doesNotMatch(app.logs().slice(before), /"level":50/);
  });
});

describe('responses', () => {
  test('show no hidden file of the build', async () => {
    const page = await fetch(`${app.url}/.inputs`);
    assert.match(page.headers.get('content-type') ?? '', /html/);
  });

  test('carry a request id, are not cached, and allow nothing inline', async () => {
    const { headers } = await send('/api/health', {});
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(headers.get('cache-control'), 'no-store');
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  test('large ones are compressed if the client accepts it', async () => {
    const { headers } = await send('/api/registrator-types', {
      headers: { ...json, 'accept-encoding': 'br' },
    });
    assert.equal(headers.get('content-encoding'), 'br');
  });

  test('the OpenAPI document has every endpoint', async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, object>;
    };
    assert.match(document.openapi, /^3\.1/);
    for (const { method, path } of app.services.api.endpoints)
      assert.ok(method.toLowerCase() in (document.paths[path] ?? {}), `${method} ${path}`);
  });

  test('readiness and liveness are separate', async () => {
    assert.equal((await send('/api/health', {})).status, 200);
    assert.equal((await send('/api/ready', {})).status, 200);
  });
});
