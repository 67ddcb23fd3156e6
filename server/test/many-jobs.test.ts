import assert from 'node:assert/strict';
import { after, afterEach, mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Job, JobFailure, type JobRun, JobWaits } from '../src/jobs/job.ts';
import { enqueue, enqueueDue, makeDue, runSoon } from '../src/jobs/queue.ts';
import { Worker } from '../src/jobs/worker.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const { db } = app;
const dayMs = 24 * 3_600_000;

const workers: Worker[] = [];
function start(job: Omit<Job, 'cron'>, ...others: Omit<Job, 'cron'>[]): Worker {
  const jobs = [job, ...others].map((each) => ({ ...each, cron: null }));
  const worker = new Worker(app.services, jobs, { lookMs: 3_600_000, leaseMs: 60_000 });
  workers.push(worker);
  return worker;
}
const stopAll = () => Promise.all(workers.splice(0).map((worker) => worker.stop()));
afterEach(stopAll);
after(() => mock.timers.reset());

const rowOf = (key: string) =>
  db.selectFrom('jobs').selectAll().where('uniqueKey', '=', key).executeTakeFirstOrThrow();
const add = (kind: string, key: string, runAt = 0) => enqueue(db, { kind, uniqueKey: key, runAt });
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await setImmediate();
}
const isOver = (key: string) => async () =>
  (await rowOf(key)).holder === null && (await rowOf(key)).startedAt !== null;

test('a job stays with the time at which it is to run again, and starts afresh then', async () => {
  const nextAt = Date.now() + 7 * dayMs;
  await add('staying', 'staying a');
  await db
    .updateTable('jobs')
    .set({ lastError: 'no answer', attempts: 2 })
    .where('uniqueKey', '=', 'staying a')
    .execute();
  const seen: Pick<JobRun, 'key' | 'failures'>[] = [];
  start({
    kind: 'staying',
    run: async ({ key, failures, save }) => {
      seen.push({ key, failures });
      await save('half');
      return { nextAt };
    },
  });
  await until(isOver('staying a'));
  assert.deepEqual(seen, [{ key: 'staying a', failures: 2 }]);
  const { runAt, attempts, progress, lastError, startedAt, lastRunAt } = await rowOf('staying a');
  assert.deepEqual(
    { runAt, attempts, progress, lastError },
    { runAt: nextAt, attempts: 0, progress: null, lastError: null },
  );
  assert.ok(Number(startedAt) <= Number(lastRunAt));
});

test('a failure is kept in words with its time; who must wait gives the worker back without an attempt', async () => {
  const retryAt = Date.now() + dayMs;
  const failure = () => Promise.reject(new JobFailure('The registry answered 503', { retryAt }));
  const wait = () => Promise.reject(new JobWaits(retryAt));
  const acts = [failure, wait];
  await add('refused', 'refused a');
  start({ kind: 'refused', run: () => (acts.shift() ?? failure)() });
  await until(isOver('refused a'));
  const failed = await rowOf('refused a');
  assert.deepEqual(
    [failed.runAt, failed.attempts, failed.lastError],
    [retryAt, 1, 'The registry answered 503'],
  );
  await makeDue(db, 'refused a');
  assert.equal((await rowOf('refused a')).runAt, retryAt, 'the back-off holds');
  await runSoon(db, 'uniqueKey', 'refused a');
  await until(async () => {
    await workers[0]?.look();
    return acts.length === 0 && (await isOver('refused a')());
  });
  const { runAt, attempts, lastError, lastRunAt } = await rowOf('refused a');
  assert.deepEqual([runAt, attempts, lastError, lastRunAt], [retryAt, 1, failed.lastError, failed.lastRunAt]);
});

test('a job that is made due while it runs, runs again', async () => {
  let runs = 0;
  const run = async ({ key }: JobRun) => {
    runs += 1;
    if (runs === 1) await makeDue(db, key);
    if (runs === 2) await enqueueDue(db, { kind: 'asked', uniqueKey: key });
  };
  start({ kind: 'asked', run });
  await enqueueDue(db, { kind: 'asked', uniqueKey: 'asked a' });
  await workers[0]?.look();
  await until(
    async () => !(await db.selectFrom('jobs').select('id').where('kind', '=', 'asked').executeTakeFirst()),
  );
  assert.equal(runs, 3);
});

test('ten thousand jobs of one kind hold up no other, and are done one after the other without a pause', async () => {
  const now = Date.now();
  const model = await (async () => {
    await add('many', 'many 0', 1);
    return rowOf('many 0');
  })();
  for (let at = 1; at < 10_000; at += 1000)
    await db
      .insertInto('jobs')
      .values(
        Array.from({ length: 1000 }, (_, n) => ({
          ...model,
          id: `many-${at + n}`,
          uniqueKey: `many ${at + n}`,
          runAt: at + n,
        })),
      )
      .execute();
  await add('other', 'other a', now);
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const run = async ({ key }: JobRun) => {
    order.push(key);
    most = Math.max(most, (running += 1));
    await setImmediate();
    running -= 1;
    return { nextAt: now + dayMs };
  };
  start({ kind: 'many', run }, { kind: 'other', run });
  await until(() => order.length >= 200);
  await stopAll();
  assert.ok(order.indexOf('other a') < 10, `as number ${order.indexOf('other a')}`);
  assert.ok(most > 1 && most <= 8, `${most} at once`);
  const inOrder = order.filter((key) => key.startsWith('many')).map((key) => Number(key.slice(5)));
  assert.ok(
    inOrder.every((number, at) => Math.abs(number - at) < 16),
    'the oldest first',
  );
  await db.deleteFrom('jobs').where('kind', 'in', ['many', 'other']).execute();
});

test('a clock that jumps days ahead finds all due; set back, it repeats nothing and lets no job wait longer', async () => {
  let runs = 0;
  const weekMs = 7 * dayMs;
  const run = () => {
    runs += 1;
    return Promise.resolve({ nextAt: Date.now() + weekMs });
  };
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const now = Date.now();
  await add('week', 'week a', now + weekMs);
  const worker = start({ kind: 'week', run });
  await worker.look();
  assert.equal(runs, 0);
  mock.timers.setTime(now + 300 * dayMs);
  await worker.look();
  await until(isOver('week a'));
  mock.timers.setTime(now);
  await worker.look();
  assert.deepEqual([runs, (await rowOf('week a')).runAt], [1, now + weekMs]);
});
