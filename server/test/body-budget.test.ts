import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { after, describe, test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { isTooSlow } from '../src/http/body-budget.ts';
import { startApp } from './test-app.ts';

const app = await startApp({ TRUST_PROXY: 'true' });
const user = await app.user();
const mebibyte = 1024 * 1024;

/** Opens a request from a client. */
function begin(path: string, from: string, length: number, { url } = app): ClientRequest {
  const sent = request(`${url}/api${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': length,
      'x-forwarded-for': from,
      authorization: `Bearer ${user.token}`,
    },
  });
  sent.on('error', () => undefined);
  after(() => sent.destroy());
  return sent;
}

const answered = async (sent: ClientRequest) => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
};

/** Sends the first part of an import. */
async function partOfImport(from: string, size: number): Promise<ClientRequest> {
  const sent = begin('/domains/bulk-import', from, limits.importBody);
  await new Promise<void>((resolve) => sent.write(Buffer.alloc(size, 0x20), () => resolve()));
  return sent;
}

const small = (from: string) =>
  app.call('POST', '/emails', { email: 'x', comment: ' '.repeat(limits.publicBody) }, user.token, {
    'x-forwarded-for': from,
  });

describe('bodies', () => {
  test('before sign-in are at most 16 KB, also where there is no endpoint', async () => {
    const body = { email: 'a@example.com', password: 'x'.repeat(limits.publicBody) };
    for (const path of ['/auth/login', '/auth/register', '/auth/refresh', '/nothing'])
      assert.equal((await app.call('POST', path, body)).status, 413, path);
    assert.equal((await app.call('POST', '/auth/login', { ...body, password: 'x' })).status, 401);
  });

  test("of one client have a budget, beyond which its largest is refused and others' are not", async () => {
    const first = await partOfImport('192.0.2.1', 24 * mebibyte);
    const refused = answered(first);
    const second = await partOfImport('192.0.2.1', 20 * mebibyte);
    assert.equal(await refused, 429);
    assert.equal((await small('192.0.2.1')).status, 400);
    assert.equal((await small('192.0.2.2')).status, 400);
    second.destroy();
  });

  test('of all clients have a budget, beyond which the client that sends most is refused', async () => {
    const most = await partOfImport('192.0.2.1', 30 * mebibyte);
    const refused = answered(most);
    const others = [
      await partOfImport('192.0.2.2', 20 * mebibyte),
      await partOfImport('192.0.2.3', 18 * mebibyte),
    ];
    assert.equal(await refused, 429);
    assert.equal((await small('192.0.2.4')).status, 400);
    for (const other of others) other.destroy();
  });

  test('are aborted when they arrive too slowly', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const slow = await startApp();
    const sent = begin('/auth/login', '192.0.2.1', 1000, slow);
    const closed = new Promise((resolve) => sent.once('close', resolve));
    await new Promise<void>((resolve) => sent.write('{', () => resolve()));
    await slow.call('GET', '/health');
    const now = performance.now();
    t.mock.method(performance, 'now', () => now + 29_000);
    t.mock.timers.tick(1000);
    assert.equal(sent.destroyed, false);
    t.mock.method(performance, 'now', () => now + 31_000);
    t.mock.timers.tick(1000);
    await closed;
  });

  test('have 30 s up to 1 MiB, and otherwise 120 s at 256 KiB/s', () => {
    const cases: [length: number, bytes: number, seconds: number, expected: boolean][] = [
      [mebibyte, 1, 29, false],
      [mebibyte, mebibyte - 1, 31, true],
      [0, mebibyte, 31, true],
      [0, 20 * mebibyte, 79, false],
      [32 * mebibyte, 20 * mebibyte, 79, false],
      [32 * mebibyte, 20 * mebibyte, 81, true],
      [2 * mebibyte, 1, 9, false],
      [2 * mebibyte, 1, 11, true],
      [32 * mebibyte, 32 * mebibyte - 1, 121, true],
    ];
    for (const [length, bytes, seconds, expected] of cases)
      assert.equal(isTooSlow(length, bytes, seconds * 1000), expected, `${length} ${bytes} ${seconds}`);
  });
});
