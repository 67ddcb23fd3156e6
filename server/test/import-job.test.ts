import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { importApplying } from '../src/features/imports/imports.apply-job.ts';
import * as store from '../src/features/imports/imports.store.ts';
import { inBulkQueue } from '../src/records/bulk/bulk-queue.ts';
import { apply, preview } from './imports.ts';
import { jobRun } from './job-run.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();

const rowOf = (id: string) =>
  app.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const write = (id: string, changes: { sealed: string }) =>
  app.db.updateTable('imports').set(changes).where('id', '=', id).execute();
const runJob = () => importApplying(app.services).run(jobRun());

/** Occupies the workspace's turn, and every place to wait for it, until it is released. */
async function occupied(user: Client) {
  const owner = await app.ownerOf(user);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const works = Array.from({ length: 9 }, () =>
    inBulkQueue(app.db, owner, new EventEmitter(), 100, () => promise),
  );
  return { owner, release: () => (release(), Promise.all(works)) };
}

/** An import whose process died while it waited for its turn, a minute ago and more. */
async function abandoned() {
  const user = await app.user();
  const { id } = await preview(app, user, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  const { owner, release } = await occupied(user);
  assert.equal((await apply(user, { id })).status, 429);
  const details = store.openDetails<{ applier: object }>(owner, await rowOf(id));
  assert.equal((await rowOf(id)).state, 'applying');
  const applier = { ...details.applier, startedAt: 0 };
  await write(id, { sealed: store.sealDetails(owner, id, { ...details, applier }) });
  return { id, user, release };
}

test('an import that cannot be applied stops no other, and one that has to wait does not fail', async () => {
  const [unreadable, forbidden, waiting] = [await abandoned(), await abandoned(), await abandoned()];
  await write(unreadable.id, { sealed: 'v1.gone.AAAA' });
  await app.db
    .updateTable('memberships')
    .set({ role: 'VIEWER' })
    .where('userId', '=', forbidden.user.userId)
    .execute();
  const states = async () =>
    Promise.all([unreadable, forbidden, waiting].map(async ({ id }) => (await rowOf(id)).state));
  await unreadable.release();
  await forbidden.release();
  await runJob();
  assert.deepEqual(await states(), ['failed', 'failed', 'applying']);
  await waiting.release();
  await runJob();
  assert.deepEqual(await states(), ['failed', 'failed', 'applied']);
  const told = await unreadable.user.call('GET', `/imports/${unreadable.id}`);
  assert.deepEqual([told.status, /import the file again/.test(told.text)], [409, true], told.text);
  const { text } = await waiting.user.call('GET', '/emails');
  assert.ok(text.includes('one@x.example'));
});
