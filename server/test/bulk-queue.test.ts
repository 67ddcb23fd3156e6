// On both engines: work of a workspace waits in the database.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Owner } from '../src/access/owner.ts';
import { ClientLeft } from '../src/lib/keyed-queues.ts';
import { inBulkQueue } from '../src/work/bulk-queue.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const people = [await app.user(), await app.user(), await app.user(), await app.user()];
const [first, second, third, fourth] = await Promise.all(people.map((person) => app.ownerOf(person)));
assert.ok(first && second && third && fourth);
const client = new EventEmitter();
const answered = async () => assert.equal((await people[3]?.call('GET', '/emails'))?.status, 200);

/** Work that ends when told, and how far it is. */
function held(owner: Owner, from = client) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = { hasBegun: false, end: resolve, done: Promise.resolve() };
  work.done = inBulkQueue(app.db, owner, from, 1, async () => {
    work.hasBegun = true;
    await promise;
  });
  return work;
}

test('one workspace has one at a time, all workspaces three, and one more than may wait is refused', async () => {
  const mine = held(first);
  const next = held(first);
  await assert.rejects(held(first).done, /Too many imports and bulk actions at once/);
  const [theirs, others, last] = [held(second), held(third), held(fourth)];
  await answered();
  const begun = () => [mine, next, theirs, others, last].map(({ hasBegun }) => hasBegun);
  assert.deepEqual(begun(), [true, false, true, true, false]);
  theirs.end();
  await theirs.done;
  await answered();
  assert.deepEqual(begun(), [true, false, true, true, true]);
  mine.end();
  await mine.done;
  await answered();
  assert.equal(next.hasBegun, true);
  for (const work of [next, others, last]) work.end();
  await Promise.all([next.done, others.done, last.done]);
});

test('one person in three workspaces leaves a place to the others', async () => {
  const mine = [first, second, third].map((owner) => held({ ...owner, principal: first.principal }));
  const theirs = held(fourth);
  await answered();
  assert.deepEqual(
    [...mine, theirs].map(({ hasBegun }) => hasBegun),
    [true, true, false, true],
  );
  for (const work of [...mine, theirs]) work.end();
  await Promise.all([...mine, theirs].map(({ done }) => done));
});

test('work whose client leaves while it waits is dropped, in either queue', async () => {
  const running = [held(first), held(second), held(third)];
  const leaving = new EventEmitter();
  const behindOwn = held(first, leaving);
  const behindAll = held(fourth, leaving);
  const dropped = [assert.rejects(behindOwn.done, ClientLeft), assert.rejects(behindAll.done, ClientLeft)];
  leaving.emit('close');
  await Promise.all(dropped);
  const next = held(fourth);
  for (const work of [...running, next]) work.end();
  await Promise.all([...running, next].map(({ done }) => done));
  assert.deepEqual([behindOwn.hasBegun, behindAll.hasBegun], [false, false]);
});

test('a check of expirations waits for the other work of its workspace', async () => {
  const [person] = people;
  const work = held(first);
  let isChecked = false;
  const check = person?.call('POST', '/domains/check-expiration').finally(() => (isChecked = true));
  for (let requests = 0; requests < 20; requests += 1)
    assert.equal((await person?.call('GET', '/emails'))?.status, 200);
  assert.equal(isChecked, false);
  work.end();
  await work.done;
  assert.equal((await check)?.status, 200);
});
