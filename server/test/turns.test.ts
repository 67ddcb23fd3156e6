import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { NoAnswerError } from '../src/db/faults.ts';
import { Lines, assignTurn, endTurn, startTurn } from '../src/http/turns.ts';
import { createFrom } from './records.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp({ TRUST_PROXY: 'true' });
await app.user();
/** A header by which a request comes from that address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

class RolledBack extends Error {}

test("one person's requests wait for one another beyond a limit, sooner while others are served, who do not wait", async () => {
  const [busy, other] = [await app.user(), await app.user()];
  const body = { email: 'first@example.com', password: 'x' };
  const { id } = await createFrom(busy, 'emails', body);
  const running = () => app.services.api.turns.people.get(busy.userId)?.running ?? 0;
  const email = 'held@example.com';
  let answered = false;
  const held: Promise<{ status: number }>[] = [];
  let last: Promise<{ status: number }> | undefined;
  const work = app.db.transaction().execute(async (tx) => {
    // Others that create this address wait until the transaction ends.
    const row = await tx
      .selectFrom('email_accounts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('email_accounts')
      .values({ ...row, id: other.userId, email, emailKey: email })
      .execute();
    while (held.length < limits.requestsAtOnce) held.push(busy.call('POST', '/emails', { ...body, email }));
    while (running() < limits.requestsAtOnce) assert.equal((await app.call('GET', '/health')).status, 200);
    last = busy.call('GET', '/emails');
    void last.then(() => (answered = true));
    for (let count = 0; count < 20; count += 1)
      assert.equal((await other.call('GET', '/emails')).status, 200);
    assert.equal(answered, false);
    assert.equal(running(), limits.requestsAtOnce);
    throw new RolledBack();
  });
  await assert.rejects(work, RolledBack);
  assert.equal((await last)?.status, 200);
  const statuses = (await Promise.all(held)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array.from({ length: limits.requestsAtOnce - 1 }, () => 409)]);
  assert.equal(app.services.api.turns.people.size, 0);
  // The other was served a moment ago.
  const rest = Promise.all(Array.from({ length: 20 }, () => busy.call('GET', '/emails')));
  let most = 0;
  void rest.then(() => (most = Math.max(most, 1)));
  while (most === 0 || running() > 0) {
    most = Math.max(most, running());
    assert.equal((await other.call('GET', '/domains')).status, 200);
  }
  assert.ok((await rest).every(({ status }) => status === 200));
  assert.ok(most <= limits.requestsBesideOthers, `${most} at once`);
});

test('requests without a sign-in wait for those of the same network, and do not delay signed-in people', async () => {
  const network = '192.0.2.1';
  const other = await app.user();
  const running = () => app.services.api.turns.open.get(network)?.running ?? 0;
  const people: Client[] = [];
  while (people.length < limits.requestsAtOnce) people.push(await app.user());
  const refresh = ({ refreshToken }: Client) =>
    app.call('POST', '/auth/refresh', { refreshToken }, undefined, from(network));
  const held: Promise<{ status: number }>[] = [];
  let last: Promise<number> | undefined;
  let isAnswered = false;
  const work = app.db.transaction().execute(async (tx) => {
    // Each refresh waits for its session's row.
    await sql`update sessions set "userId" = "userId"`.execute(tx);
    const servesOther = async () =>
      assert.equal((await other.call('GET', '/emails', undefined, from('192.0.2.2'))).status, 200);
    // They have fewer turns from their start.
    await servesOther();
    held.push(...people.map(refresh));
    do await servesOther();
    while (running() < limits.requestsBesideOthers);
    const ask = async (path: string, token?: string) =>
      (await app.call('GET', path, undefined, token, from(network))).status;
    const waiting = ask('/ready').finally(() => (isAnswered = true));
    assert.equal(await ask('/health'), 200);
    assert.equal(await ask('/emails'), 401);
    assert.equal(await ask('/emails', other.token), 200);
    for (let count = 0; count < 20; count += 1) await servesOther();
    assert.equal(isAnswered, false);
    assert.equal(running(), limits.requestsBesideOthers);
    last = waiting;
    throw new RolledBack();
  });
  await assert.rejects(work, RolledBack);
  assert.equal(await last, 200);
  for (const { status } of await Promise.all(held)) assert.equal(status, 200);
  assert.equal(app.services.api.turns.open.size, 0);
});

test('whoever waits for requests that the database does not answer in time fails with them', async (t) => {
  const lines = new Lines();
  const requests = Array.from({ length: limits.requestsAtOnce + 3 }, () => ({}) as FastifyRequest);
  for (const request of requests) assignTurn(request, lines, 'network');
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const turns = requests.map((request) => startTurn(request));
  await Promise.all(turns.slice(0, limits.requestsAtOnce));
  const [first, second, third] = requests.slice(0, 3) as [FastifyRequest, FastifyRequest, FastifyRequest];
  endTurn(first);
  await turns.at(-3);
  const failing = assert.rejects(turns.at(-1) ?? Promise.resolve(), NoAnswerError);
  endTurn(second, new NoAnswerError());
  await turns.at(-2);
  now = 1500;
  endTurn(third, new NoAnswerError());
  await failing;
  for (const request of requests) endTurn(request);
  assert.equal(lines.size, 0);
});

test("while others are served, parsing one person's bodies pauses after occupying the main thread", async (t) => {
  const [busy, other] = [await app.user(), await app.user()];
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const area = Array.from({ length: 300_000 }, () => []);
  const answered = async (client: Client) => assert.equal((await client.call('GET', '/emails')).status, 200);
  await answered(other);
  let isAnswered = false;
  const pieces = t.mock.method(Lines.prototype, 'spend').mock;
  // Parsed at once, and checked after a rest.
  const costly = busy.call('POST', '/views', { area }).finally(() => (isAnswered = true));
  // Until its body is parsed it may wait for a query, which would time out when the clock jumps.
  while (pieces.callCount() === 0) await answered(other);
  for (let count = 0; count < 20; count += 1) await answered(other);
  await answered(busy);
  assert.equal(isAnswered, false);
  mock.timers.tick(60_000);
  assert.equal((await costly).status, 400);
});

test("while others are served, a network's refused requests are answered a few at a time", async (t) => {
  const [network, others] = [from('192.0.2.3'), from('192.0.2.4')];
  const other = await app.user();
  const answered = async () =>
    assert.equal((await other.call('GET', '/emails', undefined, others)).status, 200);
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  await answered();
  let refused = 0;
  const refusals = Array.from({ length: 20 }, async () => {
    const { status } = await app.call('POST', '/auth/login', {}, undefined, network);
    assert.equal(status, 400);
    refused += 1;
  });
  for (let count = 0; count < 20; count += 1) await answered();
  assert.ok(refused > 0 && refused < 15, `${refused} answered`);
  const all = Promise.all(refusals);
  while (refused < refusals.length) {
    mock.timers.tick(50);
    await answered();
  }
  await all;
});

test('a body that is refused before its handler ends its turn', async () => {
  const client = await app.user();
  for (let count = 0; count <= limits.requestsAtOnce; count += 1) {
    const answer = await client.call('POST', '/emails', {
      email: 'x'.repeat(limits.publicBody),
      nested: undefined,
    });
    assert.equal(answer.status, 400);
    const broken = await fetch(`${app.url}/api/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: `{${' '.repeat(limits.publicBody)}`,
    });
    assert.equal(broken.status, 400);
  }
  assert.equal((await client.call('GET', '/emails')).status, 200);
  assert.equal(app.services.api.turns.people.size, 0);
});
