import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@quartermaster/contract/rules/limits';
import { createFrom } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
await app.user();

class RolledBack extends Error {}

test("one person's requests wait for one another beyond a limit, fewer of them beside another's, which do not", async () => {
  const [busy, other] = [await app.user(), await app.user()];
  const body = { email: 'first@example.com', password: 'x' };
  const { id } = await createFrom(busy, 'emails', body);
  const running = () => app.services.api.turns.get(busy.userId)?.running ?? 0;
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
  assert.equal(app.services.api.turns.size, 0);
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

test('whoever held the main thread beside others keeps their turn for a while', async () => {
  const [busy, other] = [await app.user(), await app.user()];
  const area = Array.from({ length: 300_000 }, () => []);
  await other.call('GET', '/emails');
  const { status } = await busy.call('POST', '/views', { area });
  assert.equal(status, 400);
  assert.equal(app.services.api.turns.get(busy.userId)?.running, 1);
  while (app.services.api.turns.size > 0) assert.equal((await app.call('GET', '/health')).status, 200);
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
  assert.equal(app.services.api.turns.size, 0);
});
