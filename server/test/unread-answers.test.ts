import assert from 'node:assert/strict';
import { type Socket, connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { createFrom, validBody } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();
const { limited, fastify } = app.services.api;
/** The server's ends of all connections so far. */
const connections: Socket[] = [];
fastify.server.on('connection', (socket: Socket) => connections.push(socket));

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

/** Waits until the connections have received something and, while others are answered, receive nothing more. */
async function settled(from: number): Promise<Socket[]> {
  const asked = connections.slice(from);
  for (let same = 0, last = 0; same < 20 || last === 0;) {
    await answered(other);
    const bytes = asked.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
    same = bytes === last ? same + 1 : 0;
    last = bytes;
  }
  return asked;
}

describe('answers that nobody reads', () => {
  test('are begun up to a number, delay nobody else, and arrive once they are read', async () => {
    const from = connections.length;
    const sockets = Array.from({ length: serverLimits.largeAnswersAtOnce + 5 }, () =>
      ask(reader, '/servers'),
    );
    const begun = () => connections.slice(from).filter(({ bytesWritten }) => bytesWritten > 0).length;
    while (connections.length < from + sockets.length) await answered(other);
    while (begun() < serverLimits.largeAnswersAtOnce) await answered(other);
    await settled(from);
    assert.equal(begun(), serverLimits.largeAnswersAtOnce);
    for (const socket of sockets.slice(3)) socket.destroy();
    for (const socket of sockets.slice(0, 3)) assert.ok(complete(await readToEnd(socket)));
    await answered(reader);
    assert.equal(limited.requests.size, 0);
  });

  test('are made no further than a batch ahead of what was read', async () => {
    const from = connections.length;
    const socket = ask(reader, '/servers');
    while (connections.length === from) await answered(other);
    const [connection] = await settled(from);
    assert.ok(connection && connection.writableLength <= 1024 * 1024, String(connection?.writableLength));
    assert.ok(complete(await readToEnd(socket)));
    socket.destroy();
  });
});

describe('a reader', () => {
  test('that takes nothing has 30 s', async () => {
    const from = connections.length;
    const socket = ask(reader, '/servers');
    while (connections.length === from) await answered(other);
    await settled(from);
    assert.equal(connections[from]?.timeout, 30_000);
    socket.destroy();
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
      const from = connections.length;
      const socket = ask(member, '/servers');
      while (connections.length === from) await answered(other);
      await settled(from);
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
