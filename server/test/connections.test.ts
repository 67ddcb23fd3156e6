import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { answerInOrder, limitedServer } from '../src/http/connections.ts';

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Starts a server and returns a function that opens connections to it. */
async function listen(handle: Handle, isProxy = () => false) {
  const fastify = Fastify({
    serverFactory: (listener) => limitedServer(listener, isProxy),
    forceCloseConnections: true,
  });
  answerInOrder(fastify);
  fastify.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  fastify.all('/:name', handle);
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  after(() => fastify.close());
  const { port } = fastify.server.address() as AddressInfo;
  return (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    after(() => socket.destroy());
    return socket;
  };
}

/** Polls until the condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}

const get = (n: number) => `GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('a connection', () => {
  test('has one request in progress, as many as it may pipeline, and gets all answers in order', async () => {
    const begun: FastifyReply[] = [];
    const open = await listen((_, reply) => {
      begun.push(reply);
      return reply;
    });
    const socket = open();
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    const sent = serverLimits.pipelined + 1;
    socket.write(Array.from({ length: sent }, (_, n) => get(n)).join(''));
    for (let n = 0; n < sent; n += 1) {
      await until(() => begun.length > n);
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      assert.equal(begun.length, n + 1);
      begun[n]?.send(`<${n}>`);
    }
    await until(() => received.includes(`<${sent - 1}>`));
    const order = [...received.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
    assert.deepEqual(
      order,
      Array.from({ length: sent }, (_, n) => n),
    );
  });

  test('that is not read gets no further answer', async () => {
    let begun = 0;
    const answer = Buffer.alloc(32 * 1024 * 1024);
    const open = await listen((_, reply) => {
      begun += 1;
      return reply.send(answer);
    });
    const socket = open().pause();
    socket.write(get(0).repeat(10));
    await until(() => begun > 0);
    for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
    assert.equal(begun, 1);
    let received = 0;
    socket.on('data', (chunk) => (received += chunk.length)).resume();
    await until(() => received > 10 * answer.length);
  });

  test('carries bodies behind one another', async () => {
    const bodies: unknown[] = [];
    const open = await listen(({ body }, reply) => {
      bodies.push(body);
      return reply.send('');
    });
    const post = (body: string) =>
      `POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const large = 'x'.repeat(1024 * 1024 - 1);
    open().write(post('first') + post(large) + post('last'));
    await until(() => bodies.length === 3);
    assert.deepEqual(bodies, ['first', large, 'last']);
  });

  test('is closed when one more waits', async () => {
    let begun = 0;
    const open = await listen((_, reply) => {
      begun += 1;
      return reply;
    });
    const sockets = Array.from({ length: 20 }, () => open());
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    for (const socket of sockets) socket.write(get(0).repeat(1000));
    await closed;
    assert.equal(begun, sockets.length);
  });
});

describe('a client', () => {
  const answers: Handle = (_, reply) => reply.send('x');
  const isAnswered = async (socket: Socket) => {
    socket.write(get(0));
    const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [null])]);
    return first !== null;
  };

  test('at the limit gets a new connection for its least recently used one, and others keep theirs', async () => {
    const open = await listen(answers);
    const other = open('127.0.0.2');
    assert.ok(await isAnswered(other));
    const all = Array.from({ length: serverLimits.connections }, () => open());
    for (const socket of all) assert.ok(await isAnswered(socket));
    const [first, second, ...rest] = all;
    assert.ok(first && second);
    assert.ok(await isAnswered(first));
    const closed = once(second, 'close');
    const added = open();
    assert.ok(await isAnswered(added));
    await closed;
    for (const socket of [first, added, other, ...rest]) assert.ok(await isAnswered(socket));
  });

  test('that is a trusted proxy has more', async () => {
    const open = await listen(answers, () => true);
    for (let count = 0; count <= serverLimits.connections; count += 1) assert.ok(await isAnswered(open()));
  });
});
