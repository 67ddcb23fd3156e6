import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { sql } from 'kysely';
import { ClientLeft, KeyedQueues } from '../src/lib/keyed-queues.ts';
import { createFrom } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp({ TRUST_PROXY: 'true' });
await app.user();
const { requests } = app.services.api.limited;
/** A header by which a request comes from that address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

class RolledBack extends Error {}

/** Runs while others that create a mailbox with this address wait. */
async function whileHeld(email: string, act: () => Promise<void>): Promise<void> {
  const owner = await app.user();
  const { id } = await createFrom(owner, 'emails', { email: `before-${email}`, password: 'x' });
  const work = app.db.transaction().execute(async (tx) => {
    const found = tx.selectFrom('email_accounts').selectAll().where('id', '=', id);
    const row = await found.executeTakeFirstOrThrow();
    await tx.updateTable('email_accounts').set({ comment: 'held' }).where('id', '=', id).execute();
    // On PostgreSQL only the same name waits.
    for (const ownerId of await ownersOf(email))
      await tx
        .insertInto('email_accounts')
        .values({ ...row, id: crypto.randomUUID(), ownerId, email, emailKey: email })
        .execute();
    await act();
    throw new RolledBack();
  });
  await assert.rejects(work, RolledBack);
}

const writers = new Map<string, Client[]>();
const ownersOf = async (email: string) =>
  Promise.all((writers.get(email) ?? []).map(async (client) => (await app.ownerOf(client)).id));

test("limits one person's concurrent requests, and nobody else's", async () => {
  const [busy, other] = [await app.user(), await app.user()];
  const email = 'held@example.com';
  writers.set(email, [busy]);
  const held: Promise<{ status: number }>[] = [];
  let last: Promise<{ status: number }> | undefined;
  await whileHeld(email, async () => {
    while (held.length < serverLimits.requestsAtOnce)
      held.push(busy.call('POST', '/emails', { email, password: 'x' }));
    while (requests.running(busy.userId) < serverLimits.requestsAtOnce)
      assert.equal((await app.call('GET', '/health')).status, 200);
    let isAnswered = false;
    last = busy.call('GET', '/emails').finally(() => (isAnswered = true));
    for (let count = 0; count < 20; count += 1)
      assert.equal((await other.call('GET', '/emails')).status, 200);
    assert.equal(isAnswered, false);
    assert.equal(requests.running(busy.userId), serverLimits.requestsAtOnce);
  });
  assert.equal((await last)?.status, 200);
  const statuses = (await Promise.all(held)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array.from({ length: serverLimits.requestsAtOnce - 1 }, () => 409)]);
  assert.equal(requests.size, 0);
});

test('limits the requests of a client that is not signed in, and no signed-in person behind it', async () => {
  const network = '192.0.2.1';
  const other = await app.user();
  const people: Client[] = [];
  while (people.length <= serverLimits.requestsAtOnce) people.push(await app.user());
  const held: Promise<{ status: number }>[] = [];
  let last: Promise<number> | undefined;
  const work = app.db.transaction().execute(async (tx) => {
    // Each refresh waits for its session's row.
    await sql`update sessions set "userId" = "userId"`.execute(tx);
    const ask = async (path: string, token?: string) =>
      (await app.call('GET', path, undefined, token, from(network))).status;
    held.push(
      ...people.map(({ refreshToken }) =>
        app.call('POST', '/auth/refresh', { refreshToken }, undefined, from(network)),
      ),
    );
    while (requests.waiting(network) === 0) assert.equal(await ask('/health'), 200);
    assert.equal(requests.running(network), serverLimits.requestsAtOnce);
    let isAnswered = false;
    last = ask('/ready').finally(() => (isAnswered = true));
    assert.equal(await ask('/emails'), 401);
    for (let count = 0; count < 20; count += 1) assert.equal(await ask('/emails', other.token), 200);
    assert.equal(isAnswered, false);
    throw new RolledBack();
  });
  await assert.rejects(work, RolledBack);
  assert.equal(await last, 200);
  for (const { status } of await Promise.all(held)) assert.equal(status, 200);
  assert.equal(requests.size, 0);
});

test('a request whose client leaves while it waits gives its place up and is never handled', async () => {
  const busy = await app.user();
  const email = 'left@example.com';
  writers.set(email, [busy]);
  const { port } = new URL(app.url);
  const body = JSON.stringify({ email: 'never@example.com', password: 'x' });
  const text = `POST /api/emails HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${busy.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const held: Promise<unknown>[] = [];
  await whileHeld(email, async () => {
    while (held.length < serverLimits.requestsAtOnce)
      held.push(busy.call('POST', '/emails', { email, password: 'x' }));
    const answered = async () => assert.equal((await app.call('GET', '/health')).status, 200);
    while (requests.running(busy.userId) < serverLimits.requestsAtOnce) await answered();
    const sockets: Socket[] = [];
    while (sockets.length < 20) sockets.push(connect({ port: Number(port), host: '127.0.0.1' }));
    for (const socket of sockets) socket.write(text);
    while (requests.waiting(busy.userId) < sockets.length) await answered();
    for (const socket of sockets) socket.destroy();
    while (requests.waiting(busy.userId) > 0) await answered();
  });
  await Promise.all(held);
  const { text: list } = await busy.call('GET', '/emails');
  assert.ok(list.includes(email) && !list.includes('never@example.com'), list);
  assert.ok(!app.logs().includes('request failed'));
  assert.equal(requests.size, 0);
});

test('work that has begun keeps its place when its client leaves', async () => {
  const queues = new KeyedQueues(1);
  const { promise, resolve } = Promise.withResolvers<string>();
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  const begun = queues.run('key', () => promise, first);
  const waiting = queues.run('key', () => Promise.resolve('second'), second);
  first.emit('close');
  assert.deepEqual([queues.running('key'), queues.waiting('key')], [1, 1]);
  second.emit('close');
  await assert.rejects(waiting, ClientLeft);
  assert.deepEqual([queues.running('key'), queues.waiting('key')], [1, 0]);
  resolve('first');
  assert.equal(await begun, 'first');
  assert.equal(queues.size, 0);
});

test('a person may send two imports at once, others wait unread, and nothing else does', async () => {
  const [busy, other] = [await app.user(), await app.user()];
  const size = 8 * 1024 * 1024;
  const connections: Socket[] = [];
  app.services.api.fastify.server.on('connection', (socket: Socket) => connections.push(socket));
  const sockets = Array.from({ length: serverLimits.importsAtOnce + 3 }, () => {
    const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1' });
    socket.write(
      `POST /api/proxies/bulk-import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${busy.token}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(size - 1, ' '));
    return socket;
  });
  const read = () => connections.filter(({ bytesRead }) => bytesRead > size);
  while (read().length < serverLimits.importsAtOnce) await other.call('GET', '/emails');
  for (let count = 0; count < 20; count += 1)
    for (const { call } of [busy, other]) assert.equal((await call('GET', '/emails')).status, 200);
  assert.equal(read().length, serverLimits.importsAtOnce);
  for (const socket of sockets) socket.write('x');
  const statuses = await Promise.all(
    sockets.map(async (socket) => String(await once(socket, 'data')).slice(9, 12)),
  );
  // Without rows it may have 1 MB.
  assert.deepEqual([...new Set(statuses)], ['413']);
  for (const socket of sockets) socket.destroy();
});

test('a body that is refused before its handler leaves no place taken', async () => {
  const client = await app.user();
  for (let count = 0; count <= serverLimits.requestsAtOnce; count += 1) {
    const answer = await client.call('POST', '/emails', { email: 'x'.repeat(limits.publicBody) });
    assert.equal(answer.status, 400);
    const broken = await fetch(`${app.url}/api/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: `{${' '.repeat(limits.publicBody)}`,
    });
    assert.equal(broken.status, 400);
  }
  assert.equal((await client.call('GET', '/emails')).status, 200);
  assert.equal(requests.size, 0);
});
