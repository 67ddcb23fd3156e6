// On both engines: leases are taken with locks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jobs } from '../src/app.ts';
import { type Job, type JobRun, hourly } from '../src/jobs/job.ts';
import { enqueue } from '../src/jobs/queue.ts';
import { nextRun } from '../src/jobs/schedule.ts';
import { Worker } from '../src/jobs/worker.ts';
import { createFrom, createRecord } from './records.ts';
import { startApp } from './test-app.ts';

const app = await startApp();
const user = await app.user();
const { db } = app;
/** Polls on demand only. */
const onDemand = { lookMs: 3_600_000, leaseMs: 60_000 };
const yearMs = 365 * 24 * 3_600_000;

const start = (list: readonly Job[], timing: ConstructorParameters<typeof Worker>[2] = onDemand): Worker => {
  const worker = new Worker(app.services, list, timing);
  after(() => worker.stop());
  return worker;
};
const rowOf = (kind: string) => db.selectFrom('jobs').selectAll().where('kind', '=', kind).executeTakeFirst();
const add = (kind: string) => enqueue(db, { kind, uniqueKey: kind, runAt: Date.now() });
/** Polls until the condition holds. */
async function until(worker: Worker, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (; !(await isSo()); await setImmediate()) await worker.look();
}

test('each job is explained to operators, in the documentation and in Settings', () => {
  const root = join(import.meta.dirname, '../..');
  const documented = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const settings = readFileSync(join(root, 'web/src/features/settings/jobs-panel.tsx'), 'utf8');
  for (const { kind } of jobs(app.services)) {
    assert.match(documented, new RegExp(`^\\| \`${kind}\` `, 'm'));
    assert.match(settings, new RegExp(`^  '?${kind}'?: '`, 'm'));
  }
});

test('the hourly check updates statuses as the system, on one of several processes, and keeps versions', async () => {
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const past = { registratorAccountId, status: 'ACTIVE', expirationDate: '2020-01-01' };
  const { id } = await createFrom(user, 'domains', { ...past, domain: 'past.example' });
  const before = await user.call('GET', `/domains/${id}`);
  const workers = [start(jobs(app.services)), start(jobs(app.services))];
  const done = ({ holder, runAt }: { holder: string | null; runAt: number }) =>
    holder === null && runAt > Date.now();
  const scheduled = jobs(app.services).filter(({ cron }) => cron !== null);
  for (const worker of workers)
    await until(worker, async () => {
      const kinds = scheduled.map(({ kind }) => kind);
      const rows = await db
        .selectFrom('jobs')
        .select(['holder', 'runAt'])
        .where('uniqueKey', 'in', kinds)
        .execute();
      return rows.length === scheduled.length && rows.every(done);
    });
  await Promise.all(workers.map((worker) => worker.stop()));
  type Answer = { data: { domain: { status: string; updatedAt: string } } };
  const read = await user.call<Answer>('GET', `/domains/${id}`);
  assert.equal(read.body.data.domain.status, 'EXPIRED');
  assert.equal(read.headers.get('etag'), before.headers.get('etag'));
  const changes = db.selectFrom('changes').select(['action', 'actorId']).where('recordId', '=', id);
  assert.deepEqual(await changes.orderBy('at').execute(), [
    { action: 'create', actorId: user.userId },
    { action: 'update', actorId: null },
  ]);
  const other = await createFrom(user, 'domains', { ...past, domain: 'pressed.example' });
  await user.call('POST', '/domains/check-expiration');
  const checked = await user.call<Answer>('GET', `/domains/${other.id}`);
  assert.equal(checked.body.data.domain.status, 'EXPIRED');
  assert.notEqual(
    checked.body.data.domain.updatedAt,
    other.updatedAt,
    'what a person does changes the version',
  );
});

test('a scheduled job that never ran runs at once, and then when it is due', async () => {
  let runs = 0;
  const job: Job = { kind: 'scheduled', cron: hourly, run: async () => void (runs += 1) };
  const worker = start([job]);
  await until(worker, async () => runs === 1 && (await rowOf('scheduled'))?.holder === null);
  await worker.look();
  assert.equal(runs, 1);
  assert.equal((await rowOf('scheduled'))?.runAt, nextRun(hourly, Date.now()));
  assert.equal(nextRun(hourly, Date.parse('2026-03-29T01:59:59Z')), Date.parse('2026-03-29T02:00:00Z'));
});

test('a job has a unique key, one runner at a time, and is gone when it is done', async () => {
  let running = 0;
  let runs = 0;
  const run = async () => {
    running += 1;
    assert.equal(running, 1);
    await Promise.all([rowOf('single'), rowOf('single')]);
    running -= 1;
    runs += 1;
  };
  const job: Job = { kind: 'single', cron: null, run };
  const workers = [start([job]), start([job]), start([job])];
  // Each polls once at its start, and from here on on demand.
  await Promise.all(workers.map((worker) => worker.look()));
  for (let round = 1; round <= 5; round += 1) {
    await Promise.all([add('single'), add('single')]);
    await Promise.all(workers.map((worker) => worker.look()));
    for (const worker of workers) await until(worker, async () => (await rowOf('single')) === undefined);
    assert.equal(runs, round);
  }
});

test('a failed job is retried, and its error is stored without its message', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs === 1) throw Object.assign(new Error('canary of a row'), { code: '57014' });
  };
  const worker = start([{ kind: 'failing', cron: null, run }]);
  await add('failing');
  await until(worker, async () => (await rowOf('failing'))?.lastError != null);
  const row = await rowOf('failing');
  assert.deepEqual([row?.attempts, row?.holder, row?.lastError], [1, null, 'Error 57014']);
  const wait = (row?.runAt ?? 0) - Date.now();
  assert.ok(wait > 0 && wait <= 10_000, String(wait));
  assert.ok(!app.logs().includes('canary of a row'));
  await worker.look();
  assert.equal(runs, 1);
  await db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'failing').execute();
  await until(worker, async () => (await rowOf('failing')) === undefined);
  assert.equal(runs, 2);
});

test('a stop waits for a job or releases its lease; the next process continues from its progress', async () => {
  const saved = Promise.withResolvers<void>();
  const begins: (string | null)[] = [];
  const run = async ({ signal, progress, save }: JobRun) => {
    begins.push(progress);
    if (progress !== null) return;
    await save('half');
    saved.resolve();
    await once(signal, 'abort');
    signal.throwIfAborted();
  };
  const job: Job = { kind: 'stopped', cron: null, run };
  await add('stopped');
  const first = start([job]);
  await saved.promise;
  await first.stop();
  const row = await rowOf('stopped');
  assert.deepEqual([row?.holder, row?.attempts, row?.progress], [null, 0, 'half']);
  await until(start([job]), async () => (await rowOf('stopped')) === undefined);
  assert.deepEqual(begins, [null, 'half']);
});

test('a job whose process is killed is taken over by another, with its progress', async () => {
  const { dataDir, databaseUrl } = app.config;
  const env = { DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
  const script = fileURLToPath(new URL('job-process.ts', import.meta.url));
  await add('halved');
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  const begins: (string | null)[] = [];
  const run = async ({ progress }: JobRun) => void begins.push(progress);
  const taker = start([{ kind: 'halved', cron: null, run }], { lookMs: 3_600_000, leaseMs: 500 });
  await until(taker, async () => (await rowOf('halved')) === undefined);
  assert.deepEqual(begins, ['half']);
});

test('clocks that jump by a year neither repeat nor delay jobs', async () => {
  const leaseMs = 3000;
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  after(() => mock.timers.reset());
  const now = Date.now();
  let runs = 0;
  let released = Promise.withResolvers<void>();
  const run = async ({ signal }: JobRun) => {
    runs += 1;
    await Promise.race([released.promise, once(signal, 'abort')]);
  };
  const job: Job = { kind: 'jumping', cron: hourly, run };
  const holder = start([job], { ...onDemand, leaseMs });
  await until(holder, () => runs === 1);
  const other = start([job], { ...onDemand, leaseMs });
  for (const jump of [yearMs, -yearMs]) {
    mock.timers.setTime(now + jump);
    const began = performance.now();
    await until(other, () => performance.now() - began > leaseMs * 1.2);
    assert.equal(runs, 1, 'taken from a holder that lives');
  }
  mock.timers.setTime(now + yearMs);
  released.resolve();
  await until(holder, () => holder.isIdle);
  // The end of a run starts a look. If the clock were set back during it, it would claim the job by the time before.
  await holder.look();
  mock.timers.setTime(now);
  await other.look();
  assert.equal(
    (await rowOf('jumping'))?.runAt,
    nextRun(hourly, now),
    'due within the hour after the correction',
  );

  // A dead process's lease, set by a clock a year ahead, lasts no longer than any other.
  released = Promise.withResolvers<void>();
  const dead = { holder: 'dead', leasedUntil: now + yearMs, runAt: now };
  await db.updateTable('jobs').set(dead).where('kind', '=', 'jumping').execute();
  await until(other, () => runs === 2);
  released.resolve();
});
