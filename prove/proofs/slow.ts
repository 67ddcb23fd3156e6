import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { createRecord } from '../../server/test/records.ts';
import { registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Context } from '../context.ts';

const p95Limit = 500;

/** Holds a connection by sending a header or a body one byte at a time, or by never reading the answers. */
function slowConnection(url: URL, token: string, number: number): Socket {
  // Connections are limited per client.
  const localAddress = `127.0.0.${2 + (number % 4)}`;
  const socket = connect({ port: Number(url.port), host: url.hostname, localAddress });
  socket.on('error', () => undefined);
  const head = `Host: ${url.host}\r\nAuthorization: Bearer ${token}\r\n`;
  if (number % 3 === 0) {
    socket.write(`GET /api/domains HTTP/1.1\r\n${head}X-Slow: `);
    const drip = setInterval(() => socket.write('x'), 1000);
    socket.on('close', () => clearInterval(drip));
  } else if (number % 3 === 1) {
    socket.write(
      `POST /api/emails HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"email":"`,
    );
    const drip = setInterval(() => socket.write('x'), 1000);
    socket.on('close', () => clearInterval(drip));
  } else {
    socket.pause();
    socket.write(`GET /api/domains/export HTTP/1.1\r\n${head}\r\n`.repeat(3));
  }
  return socket;
}

async function measureBesideSlowClients(
  context: Context,
  engine: Context['engines'][number],
  slow: number,
): Promise<number> {
  const server = await context.start(await context.store(engine));
  // A person's own requests wait for one another, so another person is measured.
  const sender = await registerOperator(server.url, 'slow@example.com');
  const operator = await registerOperator(server.url, 'op@example.com');
  for (const person of [sender, operator]) {
    const account = await createRecord(person, 'registrator-accounts');
    const domains = Array.from({ length: 2000 }, (_, index) => ({
      domain: `site-${index}.example.com`,
      registratorAccountId: account.id,
      comment: 'x'.repeat(500),
    }));
    await person.call('POST', '/domains/bulk-import', { domains });
  }

  const sockets = Array.from({ length: slow }, (_, number) =>
    slowConnection(new URL(server.url), sender.token, number),
  );
  context.defer(async () => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.filter(({ connecting }) => connecting).map((socket) => once(socket, 'connect')));

  const times: number[] = [];
  const until = performance.now() + (context.quick ? 3000 : 8000);
  for (let count = 0; performance.now() < until; count += 1) {
    const began = performance.now();
    const [method, path, body] =
      count % 5 === 0
        ? ['POST', '/emails', { email: `box-${count}@example.com`, password: 'x' }]
        : ['GET', '/domains?limit=20&search=site-19', undefined];
    const { status } = await operator.call(String(method), String(path), body);
    assert.ok(status < 300, `status ${status}`);
    times.push(performance.now() - began);
  }
  assert.equal(server.child.exitCode, null, 'the process ended');
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
  assert.ok(p95 < p95Limit, `p95 was ${p95.toFixed(0)} ms in ${times.length} requests`);
  return p95;
}

export const slow: Proof = {
  name: 'slow',
  promise: `1 000 slow clients hold up nobody else: the others' p95 stays under ${p95Limit} ms.`,
  seconds: 120,
  quick: false,
  run: async (context) => {
    const took = [];
    for (const engine of context.engines) took.push(await measureBesideSlowClients(context, engine, 1000));
    return `p95 ${took.map((p95) => p95.toFixed(0)).join(' and ')} ms beside 1000 slow headers, bodies and readers`;
  },
};
