import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { takeLease } from '../src/jobs/leases.ts';
import { startPeriodicWork } from '../src/jobs/periodic-work.ts';
import { createFrom, createRecord } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();

test('a lease has one holder until it runs out', async () => {
  const take = (holder: string, now: number) => takeLease(app.db, 'test', holder, now, 1000);
  const held = await Promise.all([take('a', 0), take('b', 0), take('c', 0)]);
  assert.equal(held.filter(Boolean).length, 1);
  assert.equal(await take('d', 999), false);
  assert.equal(await take('d', 1000), true);
  assert.equal(await take('a', 1500), false);
});

test('the hourly work brings statuses up to date as the system, on one of several processes', async () => {
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const { id } = await createFrom(user, 'domains', {
    domain: 'past.example',
    registratorAccountId,
    status: 'ACTIVE',
    expirationDate: '2020-01-01',
  });
  const processes = [startPeriodicWork(app.services), startPeriodicWork(app.services)];
  after(() => Promise.all(processes.map((process) => process.stop())));
  await Promise.all(processes.map((process) => process.stop()));
  const { body } = await user.call<{ data: { domain: { status: string } } }>('GET', `/domains/${id}`);
  assert.equal(body.data.domain.status, 'EXPIRED');
  const changes = await app.db
    .selectFrom('changes')
    .selectAll()
    .where('recordId', '=', id)
    .orderBy('at')
    .execute();
  assert.deepEqual(
    changes.map(({ action, actorId }) => [action, actorId]),
    [
      ['create', user.userId],
      ['update', null],
    ],
  );
});
