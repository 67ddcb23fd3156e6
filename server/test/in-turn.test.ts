import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { inTurn } from '../src/records/in-turn.ts';
import { engine, startApp } from './test-app.ts';

const app = await startApp();
const [busy, other] = [await app.user(), await app.user()];
const owners = [await app.ownerOf(busy), await app.ownerOf(other)] as const;
const waitingAtMost = 1;

/** Occupies SQLite's writer for longer than others should wait, optionally while another write is waiting. */
const longTransaction = async (write?: () => Promise<unknown>) => {
  let written: Promise<unknown> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await sql`update stamps set stamp = stamp where false`.execute(tx);
    written = write?.();
    const began = performance.now();
    while (performance.now() - began < 600) await sql`select 1`.execute(tx);
  });
  await written;
};

test("a sender who delayed others' writes with a long transaction waits before the next one", async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const [mine, theirs] = owners;
  const answered = async () => assert.equal((await other.call('GET', '/emails')).status, 200);
  let begun = 0;
  const next = async () => void (begun += 1);

  await inTurn(app.db, mine, waitingAtMost, () => longTransaction());
  const alone = inTurn(app.db, mine, waitingAtMost, next);
  mock.timers.tick(1);
  await alone;
  assert.equal(begun, 1, 'nobody was held up');

  const box = { email: 'box@example.com', password: 'x' };
  await inTurn(app.db, mine, waitingAtMost, () => longTransaction(() => other.call('POST', '/emails', box)));
  const resting = inTurn(app.db, mine, waitingAtMost, next);
  const another = inTurn(app.db, theirs, waitingAtMost, async () => undefined);
  mock.timers.tick(1);
  await another;
  for (let requests = 0; requests < 20; requests += 1) await answered();
  // On PostgreSQL, a transaction blocks only writes to the same rows.
  assert.equal(begun, engine === 'sqlite' ? 1 : 2);
  mock.timers.tick(60_000);
  await resting;
  assert.equal(begun, 2);
});

test('a check of expirations waits for the other work of its workspace', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const work = inTurn(app.db, owners[1], waitingAtMost, () => promise);
  let isChecked = false;
  const check = other.call('POST', '/domains/check-expiration').finally(() => (isChecked = true));
  for (let requests = 0; requests < 20; requests += 1)
    assert.equal((await other.call('GET', '/emails')).status, 200);
  assert.equal(isChecked, false);
  resolve(undefined);
  await work;
  assert.equal((await check).status, 200);
});
