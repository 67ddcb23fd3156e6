import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIP } from 'node:net';
import { RefusedAddress } from '../../server/src/net/failures.ts';
import { request } from '../../server/src/net/request.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import { interfaces, internal, own } from '../refused-addresses.ts';
import type { Context } from '../context.ts';

/** Listens on every address of this machine and counts connections. */
async function listener(context: Context) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  // Both families, if the system has IPv6.
  server.listen(0, '::').once('error', () => server.listen(0, '0.0.0.0'));
  await once(server, 'listening');
  context.defer(async () => server.close());
  return { port: (server.address() as AddressInfo).port, count: () => connections };
}

type TestResult = { success: boolean; error: string };

const types = ['HTTP', 'HTTPS', 'SOCKS5'];
/** The product allows each user 30 tests a minute. */
const spellingsEach = 30 / types.length;

async function throughProduct(context: Context, engine: Context['engines'][number]): Promise<number> {
  const server = await context.start(await context.store(engine));
  const { port, count } = await listener(context);
  const target = `http://127.0.0.1:${port}/`;
  let operator = await registerOperator(server.url, 'op@example.com');
  let tests = 0;
  for (const [index, ip] of [...own, ...internal, ...interfaces].entries()) {
    if (index > 0 && index % spellingsEach === 0)
      operator = await registerOperator(server.url, `op-${index}@example.com`);
    for (const type of types) {
      const began = performance.now();
      const body = { name: 'x', ip, port, username: 'x', password: 'x', type, testUrl: target };
      const answer = await operator.call<TestResult>('POST', '/proxies/test', body);
      if (answer.status === 200) assert.equal(answer.body.success, false, `${ip} as ${type}: ${answer.text}`);
      else assert.equal(answer.status, 400, `${ip} as ${type}: ${answer.text}`);
      assert.equal(count(), 0, `${ip} as ${type} was connected to`);
      // Other machines' addresses can't be observed here: a refusal is immediate, an attempt takes time.
      const took = performance.now() - began;
      assert.ok(took < 4000, `${ip} as ${type} took ${took.toFixed(0)} ms: it was tried`);
      tests += 1;
    }
  }
  return tests;
}

/** Tests the request function itself, for features that will follow links; returns the number of URLs. */
async function throughModule(context: Context): Promise<number> {
  const { port, count } = await listener(context);
  let urls = 0;
  for (const spelling of [...own, ...internal, ...interfaces])
    for (const host of [spelling, `[${spelling}]`]) {
      const url = URL.parse(`http://${host}:${port}/`);
      const name = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
      // Any other name would be looked up outside.
      if (!url || (isIP(name) === 0 && name !== 'localhost')) continue;
      const asked = request(url.href, { deadlineMs: 4000 });
      await assert.rejects(asked, RefusedAddress, url.href);
      urls += 1;
    }
  assert.equal(count(), 0, 'the module connected');
  return urls;
}

export const ssrf: Proof = {
  name: 'ssrf',
  promise:
    'No request for an address that a user chose reaches loopback, the machine itself, private, link-local or otherwise refused networks.',
  seconds: 60,
  quick: true,
  run: async (context) => {
    let tried = 0;
    for (const engine of context.engines.slice(0, 1)) tried += await throughProduct(context, engine);
    const urls = await throughModule(context);
    return `${own.length + internal.length} spellings in ${tried} tests, ${urls} URLs, 0 connections`;
  },
};
