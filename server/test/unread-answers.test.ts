import assert from 'node:assert/strict';
import { type Socket, connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { createFrom, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
const { unread, requests } = app.services.api;
const kilobyte = 1024;

/** Servers of about 700 KB each, in the client's workspace. */
async function fill(client: Client, count: number): Promise<void> {
  const body = await validBody(client, 'servers');
  const users = Array.from({ length: 43 }, (_, at) => ({
    username: `user-${at}`,
    password: 'x',
    sshKey: 'k'.repeat(limits.sshKey),
    isDefault: at === 0,
  }));
  for (let at = 0; at < count; at += 1)
    await createFrom(client, 'servers', { ...body, name: `Box ${at}`, users });
}

/** Opens a connection that asks, and reads only when told. */
function ask({ token }: Client, path: string): Socket {
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1' });
  socket.on('error', () => undefined).pause();
  after(() => socket.destroy());
  socket.write(`GET /api${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

async function readToEnd(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('close', resolve).on('data', (part: Buffer) => {
    parts.push(part);
    if (part.toString('latin1').endsWith('0\r\n\r\n')) resolve();
  });
  socket.resume();
  await promise;
  return Buffer.concat(parts).toString();
}

const answered = async (client: Client, path = '/emails') =>
  assert.equal((await client.call('GET', path)).status, 200);

const complete = (text: string) => text.endsWith('0\r\n\r\n') && text.includes('"pagination"');

await app.user();
const [reader, other] = [await app.user(), await app.user()];
await fill(reader, 24);

describe('answers that nobody reads', () => {
  test('stay within the budget of their person, delay nobody else, and arrive once they are read', async () => {
    const most = limits.clientAnswers + 1024 * kilobyte;
    const sockets = Array.from({ length: 40 }, () => ask(reader, '/servers'));
    while (unread.bytes(reader.userId) < limits.clientAnswers - 2048 * kilobyte) {
      await answered(other);
      assert.ok(unread.bytes(reader.userId) <= most, String(unread.bytes(reader.userId)));
    }
    for (let count = 0; count < 20; count += 1) await answered(other);
    assert.ok(unread.bytes(reader.userId) <= most, String(unread.bytes(reader.userId)));
    assert.ok(unread.bytes() <= limits.answers);
    for (const socket of sockets.slice(3)) socket.destroy();
    for (const socket of sockets.slice(0, 3)) assert.ok(complete(await readToEnd(socket)));
    while (unread.bytes() > 0 || requests.size > 0) await answered(other);
  });

  test('are the API document, too', async (t) => {
    const { mock } = t.mock.method(unread, 'add');
    const text = await (await fetch(`${app.url}/api/openapi.json`)).text();
    const counted = mock.calls.map((call) => call.arguments[1]);
    assert.ok(counted.includes(Buffer.byteLength(text)), String(counted));
    while (unread.bytes() > 0) await answered(other);
  });

  test('are made no further than a batch ahead of what was read', async () => {
    const before = unread.bytes(reader.userId);
    const socket = ask(reader, '/servers');
    while (unread.bytes(reader.userId) === before) await answered(other);
    for (let count = 0; count < 10; count += 1) await answered(other);
    assert.ok(unread.bytes(reader.userId) <= 1024 * kilobyte, String(unread.bytes(reader.userId)));
    assert.ok(complete(await readToEnd(socket)));
    socket.destroy();
  });
});

describe('a reader', () => {
  test('that takes nothing for 30 s is cut off, and one that reads is not', async (t) => {
    // Its own looks, every 5 s, might come between, and count from there.
    unread.end();
    // A whole number, since adding 30 s to a fraction may round to slightly less.
    let now = Math.ceil(performance.now());
    t.mock.method(performance, 'now', () => now);
    const pass = (seconds: number) => {
      now += seconds * 1000;
      unread.cutOffSlow();
    };
    const [idle, busy] = [ask(reader, '/servers'), ask(reader, '/servers')];
    let received = 0;
    busy.on('data', (part: Buffer) => (received += part.length));
    // Until the system's buffers take nothing more of either: what they take counts as read.
    for (let same = 0, last = 0; same < 200 || last === 0;) {
      await answered(other);
      const bytes = unread.bytes(reader.userId);
      same = bytes === last ? same + 1 : 0;
      last = bytes;
    }
    pass(30);
    pass(29);
    busy.resume();
    while (received < 12 * 1024 * kilobyte) await answered(other);
    busy.pause();
    for (let count = 0; count < 10; count += 1) await answered(other);
    pass(1);
    assert.ok(!complete(await readToEnd(idle)));
    t.mock.restoreAll();
    assert.equal(busy.closed, false);
    busy.destroy();
    while (unread.bytes() > 0) await answered(other);
  });

  test('who loses membership, or the right to secrets, gets no further', async () => {
    const owner = await app.user();
    const { id: workspaceId } = await app.ownerOf(owner);
    await fill(owner, 18);
    const scope = JSON.stringify([{ type: 'client', value: 'acme' }]);
    for (const less of [null, { secrets: 0 as const }, { scope, role: 'VIEWER' as const }]) {
      const member = await app.user();
      const membership = { workspaceId, role: 'EDITOR' as const, secrets: 1 as const, createdAt: Date.now() };
      await app.db
        .insertInto('memberships')
        .values({ ...membership, userId: member.userId, scope: '[]' })
        .execute();
      await app.db.updateTable('users').set({ workspaceId }).where('id', '=', member.userId).execute();
      app.services.sessions.forget();
      const socket = ask(member, '/servers');
      while (unread.bytes(member.userId) === 0) await answered(other);
      const { userId } = member;
      if (less === null) await app.db.deleteFrom('memberships').where('userId', '=', userId).execute();
      else await app.db.updateTable('memberships').set(less).where('userId', '=', userId).execute();
      app.services.sessions.forget();
      const text = await readToEnd(socket);
      assert.ok(!complete(text) && text.includes('200 OK'), text.slice(-200));
      assert.ok(text.split('"Box ').length < 18);
    }
  });
});
