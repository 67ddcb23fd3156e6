import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { certificate, closedPort, login, startHttpProxy, startRaw, startTarget } from '../../test/proxies.ts';
import { RefusedAddress, RequestFailure } from './failures.ts';
import { type RequestOptions, request } from './request.ts';

const allowed: RequestOptions = { allows: () => true, deadlineMs: 5000 };
const guarded: RequestOptions = { deadlineMs: 5000 };
const failure = async (url: string, options: RequestOptions): Promise<string> => {
  const error = await request(url, options).then(
    () => assert.fail('it was answered'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailure, String(error));
  return error.message;
};

async function startServer(
  answer: RequestListener,
): Promise<{ origin: string; port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    seen.push(`${request.headers.host ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? '-'}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, seen };
}
const redirecting = (to: (url: string) => string) =>
  startServer((request, response) => response.writeHead(302, { location: to(request.url ?? '') }).end());

const plain = await startTarget(false);
const secure = await startTarget(true);

describe('a request', () => {
  test('answers the status and the body, in clear and over verified TLS', async () => {
    for (const { origin } of [plain, secure]) {
      const { status, body, truncated } = await request(`${origin}/plain`, {
        ...allowed,
        trusted: certificate,
      });
      assert.deepEqual([status, truncated], [200, false]);
      assert.match(body.toString(), /^203\.0\.113\.7\s*$/);
    }
    assert.match(await failure(secure.origin, allowed), /^TLS error: 127\.0\.0\.1 .*SELF_SIGNED/);
  });

  test('connects to no address that is not public, whether it is written or looked up', async () => {
    const server = await startServer((_, response) => response.end());
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
    ]) {
      const asked = request(`http://${host}:${server.port}/`, guarded);
      await assert.rejects(asked, RefusedAddress, host);
    }
    assert.deepEqual(server.seen, []);
    await request(`http://localhost:${server.port}/`, allowed);
    assert.deepEqual(server.seen, [`localhost:${server.port} / -`]);
  });

  test('connects to what the operator allows, by address and port, and to nothing else', async () => {
    const [one, other] = [
      await startServer((_, response) => response.end()),
      await startServer(() => undefined),
    ];
    const only: RequestOptions = {
      ...guarded,
      allows: (address, port) => address === '127.0.0.1' && port === one.port,
    };
    assert.equal((await request(one.origin, only)).status, 200);
    await assert.rejects(request(other.origin, only), RefusedAddress);
    const onward = await redirecting(() => other.origin);
    const both: RequestOptions = { ...guarded, allows: (_, port) => port !== other.port };
    await assert.rejects(request(onward.origin, both), RefusedAddress);
    assert.deepEqual(other.seen, []);
  });

  test('asks the given resolver, and connects to the addresses that it answered', async () => {
    const server = await startServer((_, response) => response.end());
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    };
    const url = `http://registry.test:${server.port}/`;
    const { status, host } = await request(url, { ...allowed, resolve });
    assert.deepEqual([status, host, asked], [200, 'registry.test', ['registry.test']]);
    assert.deepEqual(server.seen, [`registry.test:${server.port} / -`]);
    await assert.rejects(request(url, { ...guarded, resolve }), RefusedAddress);
  });

  test('sends the method, the headers and the body, and answers any status with its headers', async () => {
    const received: unknown[] = [];
    const server = http.createServer((incoming, response) => {
      let text = '';
      incoming.on('data', (chunk) => (text += String(chunk)));
      incoming.on('end', () => {
        const { 'content-type': type, 'content-length': length } = incoming.headers;
        received.push([incoming.method, type, length, text]);
        response.writeHead(429, { 'retry-after': '7' }).end('later');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const answer = await request(`http://127.0.0.1:${port}/hook`, {
      ...allowed,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ä":1}',
    });
    assert.deepEqual(received, [['POST', 'application/json', '8', '{"ä":1}']]);
    assert.deepEqual(
      [answer.status, answer.headers['retry-after'], String(answer.body)],
      [429, '7', 'later'],
    );
  });

  test('fails by a status that is not expected, without waiting for the body', async () => {
    const slow = await startServer((_, response) => void response.writeHead(403).write('forever'));
    const expects = (status: number) => status < 400;
    assert.equal(await failure(slow.origin, { ...allowed, expects }), '127.0.0.1 answered 403 Forbidden');
    assert.equal((await request(`${plain.origin}/plain`, { ...allowed, expects })).status, 200);
  });

  test('answers a status whose body is not read, without waiting for it', async () => {
    const slow = await startServer((_, response) => void response.writeHead(503).write('forever'));
    const { status, body } = await request(slow.origin, { ...allowed, readsBody: (each) => each === 200 });
    assert.deepEqual([status, body.length], [503, 0]);
  });

  test('follows redirects of a GET alone, and takes credentials to no other origin', async () => {
    const target = await startServer((_, response) => response.end());
    const elsewhere = await redirecting(() => target.origin);
    const here = await startServer((request, response) =>
      request.url === '/' ? response.writeHead(302, { location: '/next' }).end() : response.end(),
    );
    const headers = { Authorization: 'Bearer canary' };
    await request(elsewhere.origin, { ...allowed, headers });
    assert.deepEqual(
      target.seen.map((line) => line.split(' ')[2]),
      ['-'],
    );
    await request(here.origin, { ...allowed, headers });
    assert.deepEqual(
      here.seen.map((line) => line.slice(line.indexOf(' ') + 1)),
      ['/ Bearer canary', '/next Bearer canary'],
    );
    const { status } = await request(elsewhere.origin, { ...allowed, method: 'POST', body: 'x' });
    assert.deepEqual([status, target.seen.length], [302, 1]);
  });

  test('follows five redirects, relative ones too, and no more', async () => {
    const steps = await startServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    assert.equal((await request(`${steps.origin}/5`, allowed)).body.toString(), 'there');
    assert.equal(await failure(`${steps.origin}/6`, allowed), '127.0.0.1 redirected too often');
    const { status } = await request(`${steps.origin}/2`, { ...allowed, maxRedirects: 0 });
    assert.equal(status, 307);
  });

  test('checks each redirect: its host, its scheme, and whether it is a URL', async () => {
    const onward = await redirecting((url) => decodeURIComponent(url.slice(1)));
    const to = (url: string, options: RequestOptions) =>
      failure(`${onward.origin}/${encodeURIComponent(url)}`, options);
    const only = { ...allowed, allowedHosts: ['127.0.0.1'] };
    assert.equal(await to('http://localhost/', only), 'localhost is not a host that may be asked');
    assert.equal(await to('file:///etc/passwd', allowed), 'Only http and https URLs are requested');
    assert.equal(await to('http://[', allowed), '127.0.0.1 redirected to something that is not a URL');
    await request(`${onward.origin}/${encodeURIComponent(`${plain.origin}/plain`)}`, only);
  });

  test('reads the body up to the limit', async () => {
    const endless = await request(`${plain.origin}/endless`, allowed);
    assert.deepEqual([endless.body.length, endless.truncated], [1024 * 1024, true]);
    const exact = await startServer((_, response) => response.end('x'.repeat(1000)));
    const read = async (maxBytes: number) => request(exact.origin, { ...allowed, maxBytes });
    assert.deepEqual([(await read(1000)).body.length, (await read(1000)).truncated], [1000, false]);
    assert.deepEqual([(await read(999)).body.length, (await read(999)).truncated], [999, true]);
  });

  test('drops a silent, trickling or slowly redirecting target at the deadline', async () => {
    const slow = await startServer((_, response) => {
      const timer = setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
      response.on('close', () => clearTimeout(timer));
    });
    for (const url of [`${plain.origin}/silent`, `${plain.origin}/trickle`, slow.origin])
      assert.equal(await failure(url, { ...allowed, deadlineMs: 150 }), 'Timed out after 0.15 seconds');
    await plain.closed();
    const { ip, port, closed } = await startRaw(() => undefined);
    const silentProxy = { ip, port, type: 'HTTPS' as const, ...login };
    const options = { ...allowed, deadlineMs: 150, proxy: silentProxy };
    assert.equal(await failure(plain.origin, options), 'Timed out after 0.15 seconds');
    await closed();
  });

  test('goes through a proxy, whose address is checked in place of the target', async () => {
    const { ip, port, seen } = await startHttpProxy(false);
    const proxy = { ip, port, type: 'HTTP' as const, ...login };
    const named = `http://target.test:${plain.port}/plain`;
    assert.equal((await request(named, { ...allowed, proxy })).status, 200);
    await assert.rejects(request('http://8.8.8.8/', { ...guarded, proxy }), RefusedAddress);
    assert.deepEqual(seen, [`GET ${named}`]);
  });

  test('names in a failure neither the query nor the credentials, and sends no credentials of a URL', async () => {
    const server = await startServer((_, response) => response.writeHead(403).end());
    const secret = 'canary';
    const urlAt = (port: number) => `http://user:${secret}@127.0.0.1:${port}/${secret}?key=${secret}`;
    assert.equal((await request(urlAt(server.port), allowed)).status, 403);
    assert.deepEqual(server.seen, [`127.0.0.1:${server.port} /${secret}?key=${secret} -`]);
    assert.equal(await failure(urlAt(await closedPort()), allowed), '127.0.0.1 refused the connection');
    // A label too long to be looked up.
    const host = `${'a'.repeat(64)}.invalid`;
    const unknown = `http://user:${secret}@${host}/?key=${secret}`;
    assert.equal(await failure(unknown, allowed), `${host} could not be found (DNS)`);
  });
});
