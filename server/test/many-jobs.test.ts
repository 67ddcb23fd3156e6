// On both engines: leases are taken with locks.
import assert from 'node:assert/strict';
import { after, afterEach, mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { BackgroundJob } from '@quartermaster/contract/jobs/jobs.schema';
import { type Job, JobFailure, type JobRun, JobWaits } from '../src/jobs/job.ts';
import { enqueue, enqueueDue, makeDue, runSoon } from '../src/jobs/queue.ts';
import { Lateness } from '../src/jobs/lateness.ts';
import { stuckJobs } from '../src/jobs/stuck.ts';
import { workOff } from '../src/jobs/work-off.ts';
import { Worker } from '../src/jobs/worker.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const { db } = app;
const administrator = await app.user();
const person = await app.user();
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
const isOver = (key: string) => async () => {
  const { holder, startedAt } = await rowOf(key);
  return holder === null && startedAt !== null;
};

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
  await runSoon(db, failed.id);
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
  const full = Promise.withResolvers<void>();
  const run = async ({ key }: JobRun) => {
    order.push(key);
    most = Math.max(most, (running += 1));
    if (running === 16) full.resolve();
    await full.promise;
    running -= 1;
    return { nextAt: now + dayMs };
  };
  start({ kind: 'many', run }, { kind: 'other', run });
  await until(() => order.length >= 200);
  await stopAll();
  assert.ok(order.indexOf('other a') < 20, `as number ${order.indexOf('other a')}`);
  assert.equal(most, 16, 'several at once, but no more');
  const inOrder = order.filter((key) => key.startsWith('many')).map((key) => Number(key.slice(5)));
  assert.ok(
    inOrder.every((number, at) => Math.abs(number - at) < 32),
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

type Listed = { data: { jobs: BackgroundJob[]; pagination: { total: number; totalPages: number } } };
const listed = async (query: string) => (await administrator.call<Listed>('GET', `/jobs?${query}`)).body.data;

test('administrators list the jobs by kind and state, in pages, and run one in spite of its back-off', async () => {
  mock.timers.reset();
  const later = Date.now() + dayMs;
  for (const key of ['shown a', 'shown b', 'shown c']) await add('shown', key, later);
  await db
    .updateTable('jobs')
    .set({ attempts: 2, lastError: 'The server did not answer', lastRunAt: 1000, progress: '{"done":3}' })
    .where('uniqueKey', '=', 'shown b')
    .execute();
  await db
    .updateTable('jobs')
    .set({ holder: 'other', startedAt: 2000 })
    .where('uniqueKey', '=', 'shown c')
    .execute();
  const keysIn = async (state: string) =>
    (await listed(`kind=shown&state=${state}`)).jobs.map(({ key }) => key);
  assert.deepEqual(await keysIn('waiting'), ['shown a']);
  assert.deepEqual(await keysIn('running'), ['shown c']);
  assert.deepEqual(await keysIn('stuck'), []);
  const [failed] = (await listed('kind=shown&state=failed')).jobs;
  assert.ok(failed);
  const { id, ...shown } = failed;
  assert.deepEqual(shown, {
    kind: 'shown',
    key: 'shown b',
    state: 'failed',
    runAt: new Date(later).toISOString(),
    attempts: 2,
    progress: '{"done":3}',
    lastError: 'The server did not answer',
    startedAt: null,
    finishedAt: '1970-01-01T00:00:01.000Z',
  });
  const page = await listed('kind=shown&limit=2&page=2');
  assert.deepEqual([page.jobs.length, page.pagination.total, page.pagination.totalPages], [1, 3, 2]);

  const run = await administrator.call<{ data: { job: BackgroundJob } }>('POST', `/jobs/${id}/run`);
  assert.equal(run.status, 200, run.text);
  assert.ok(Date.parse(run.body.data.job.runAt) <= Date.now());
  assert.equal((await administrator.call('POST', '/jobs/unknown/run')).status, 404);
  for (const [method, path] of [
    ['GET', '/jobs'],
    ['POST', `/jobs/${id}/run`],
  ] as const)
    assert.equal((await person.call(method, path)).status, 403);
  assert.equal((await administrator.call('GET', '/jobs?state=lost')).status, 400);
  await db.deleteFrom('jobs').where('kind', '=', 'shown').execute();
});

test('a job is stuck that nobody takes for ten minutes of looking; pauses and jumps of the clock do not count', async () => {
  const kinds = ['late'];
  await add('late', 'late a');
  let time = 0;
  // Of two processes that look, one counts.
  const watches = [new Lateness(db, 5000, () => time), new Lateness(db, 5000, () => time)];
  const look = async (seconds: number, now = Date.now()) => {
    time += seconds * 1000;
    for (const watch of watches) await watch.note(kinds, now);
  };
  const stuck = async () => (await stuckJobs(db, 10)).map(({ uniqueKey }) => uniqueKey);
  await look(5);
  await look(24 * 3600);
  await look(5, Date.now() + 365 * dayMs);
  for (let at = 0; at < 118; at += 1) await look(5);
  assert.deepEqual(await stuck(), []);
  for (let at = 0; at < 4; at += 1) await look(5);
  assert.deepEqual(await stuck(), ['late a']);
  assert.deepEqual(
    (await listed('state=stuck')).jobs.map(({ key }) => key),
    ['late a'],
  );
  start({ kind: 'late', run: () => Promise.resolve({ nextAt: Date.now() + dayMs }) });
  await until(isOver('late a'));
  assert.deepEqual(await stuck(), []);

  const lost = { holder: 'killed', leasedUntil: 1, leasesLost: 2, runAt: 0 };
  await db.updateTable('jobs').set(lost).where('uniqueKey', '=', 'late a').execute();
  assert.deepEqual(await stuck(), []);
  await stopAll();
  const survives = Promise.withResolvers<void>();
  const surviving = { kind: 'late', cron: null, run: () => survives.promise };
  const worker = new Worker(app.services, [surviving], { lookMs: 20, leaseMs: 50 });
  workers.push(worker);
  await until(async () => (await stuck()).length === 1);
  assert.equal((await rowOf('late a')).leasesLost, 3);
  survives.resolve();
  await until(
    async () => !(await db.selectFrom('jobs').select('id').where('kind', '=', 'late').executeTakeFirst()),
  );
});

test('jobs run works what is due or falls due meanwhile, and waits for what others hold', async () => {
  const done: string[] = [];
  await add('worked', 'worked now');
  await add('worked', 'worked soon', Date.now() + 600);
  await add('worked', 'worked failing');
  await add('worked', 'worked later', Date.now() + dayMs);
  await add('worked', 'worked held');
  await add('worked', 'worked dead');
  for (const holder of ['held', 'dead'])
    await db
      .updateTable('jobs')
      .set({ holder, leasedUntil: 1 })
      .where('uniqueKey', '=', `worked ${holder}`)
      .execute();
  const run = async ({ key }: JobRun) => {
    done.push(key);
    if (key === 'worked failing') throw new JobFailure('no', { retryAt: Date.now() + dayMs });
    if (key === 'worked dead') await db.deleteFrom('jobs').where('holder', '=', 'held').execute();
  };
  const alive = setInterval(
    () => void db.updateTable('jobs').set({ leasedUntil: Date.now() }).where('holder', '=', 'held').execute(),
    50,
  );
  const { signal } = new AbortController();
  const worked = await workOff(app.services, [{ kind: 'worked', cron: null, run }], signal, {
    lookMs: 100,
    leaseMs: 1000,
  });
  clearInterval(alive);
  assert.deepEqual(done.toSorted(), ['worked dead', 'worked failing', 'worked now', 'worked soon']);
  const waiting = (await listed('state=waiting')).pagination.total;
  assert.deepEqual(worked, { done: 3, failed: 1, waiting });
});
