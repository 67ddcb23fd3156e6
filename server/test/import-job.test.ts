import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { importApplying } from '../src/features/imports/imports.apply.ts';
import { inBulkQueue } from '../src/work/bulk-queue.ts';
import { resuming, workJob } from '../src/work/long-work.ts';
import { apply, preview } from './imports.ts';
import { jobRun } from './job-run.ts';
import { type Client, startApp } from './test-app.ts';

const app = await startApp();

const rowOf = (id: string) =>
  app.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const write = (id: string, changes: { sealed: string }) =>
  app.db.updateTable('imports').set(changes).where('id', '=', id).execute();
const job = workJob(app.services, importApplying(app.db));
const queued = (id: string) =>
  app.db
    .selectFrom('jobs')
    .select('progress')
    .where('uniqueKey', '=', `apply-imports ${id}`)
    .executeTakeFirst();
const runJob = async ({ id }: { id: string }) => job.run(jobRun(await queued(id)));

/** Occupies the workspace's turn, and every place to wait for it, until it is released. */
async function occupied(user: Client) {
  const owner = await app.ownerOf(user);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const works = Array.from({ length: 9 }, () =>
    inBulkQueue(app.db, owner, new EventEmitter(), 100, () => promise),
  );
  return { release: () => (release(), Promise.all(works)) };
}

/** An import whose process died while it waited for its turn. */
async function abandoned() {
  const user = await app.user();
  const { id } = await preview(app, user, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  const { release } = await occupied(user);
  assert.equal((await apply(user, { id })).status, 429);
  assert.equal((await rowOf(id)).state, 'applying');
  return { id, user, release };
}

test('an import that cannot be applied fails, and one that has to wait does not', async () => {
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
  await runJob(unreadable);
  await runJob(forbidden);
  await assert.rejects(runJob(waiting), /Too many imports/);
  assert.deepEqual(await states(), ['failed', 'failed', 'applying']);
  await waiting.release();
  await runJob(waiting);
  assert.deepEqual(await states(), ['failed', 'failed', 'applied']);
  const told = await unreadable.user.call('GET', `/imports/${unreadable.id}`);
  assert.deepEqual([told.status, /import the file again/.test(told.text)], [409, true], told.text);
  const { text } = await waiting.user.call('GET', '/emails');
  assert.ok(text.includes('one@x.example'));
});

test('an import without a job is given one, and one that was applied in its request needs none', async () => {
  const left = await abandoned();
  await left.release();
  await app.db.deleteFrom('jobs').where('kind', '=', 'apply-imports').execute();
  await resuming(app.db, [importApplying(app.db)]).run(jobRun());
  await runJob(left);
  assert.equal((await rowOf(left.id)).state, 'applied');

  const user = await app.user();
  const { id } = await preview(app, user, 'emails', 'x.csv', 'Email,Password\none@x.example,pw');
  assert.equal((await apply(user, { id })).status, 200);
  assert.equal(await queued(id), undefined);
});

test('what fails by a fault of ours is repeated, and answered at last', async () => {
  const left = await abandoned();
  await left.release();
  const broken = { ...importApplying(app.db), run: () => Promise.reject(new TypeError('a fault')) };
  const failing = async (failures: number) =>
    workJob(app.services, broken).run(jobRun({ ...(await queued(left.id)), failures }));
  await assert.rejects(failing(0), /a fault/);
  assert.equal((await rowOf(left.id)).state, 'applying');
  await failing(3);
  const { text } = await left.user.call('GET', `/imports/${left.id}`);
  assert.match(text, /"state":"failed".*Something went wrong on our side/s);
});
