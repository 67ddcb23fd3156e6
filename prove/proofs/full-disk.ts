import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Answer } from '../../server/test/test-app.ts';
import { Ledger, type Outcome } from '../ledger.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Store, Trial } from '../trial.ts';
import { type AnyWriter, Clerk, Importer, type Pen, contents, storedProxies } from '../writers.ts';

const rounds = 3;
const backWithinMs = 30_000;
const refusals = 20;

/** A disk of a few megabytes, whose directory belongs to `uid`. */
async function smallDisk({ directory, later }: Trial, uid: number): Promise<string> {
  const disk = await directory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=96m,mode=0700,uid=${uid}`, 'tmpfs', disk], {
      stdio: 'pipe',
    });
  } catch (error) {
    throw new Error(`Not tried: it needs root, to mount a small disk (${(error as Error).message.trim()})`);
  }
  later(async () => execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** The product's data on a small disk: the file, or PostgreSQL's tables and indexes. */
async function smallStore(trial: Trial, engine: Engine): Promise<{ disk: string; store: Store }> {
  if (engine === 'sqlite') {
    const disk = await smallDisk(trial, 0);
    return { disk, store: { DATA_DIR: join(disk, 'data') } };
  }
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  trial.later(() => admin.end());
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const disk = await smallDisk(trial, (await stat(rows[0]?.data_directory ?? '')).uid);
  const name = `small_${trial.between(0, 1e9)}`;
  await admin.query(`create tablespace ${name} location '${disk}'`);
  trial.later(() => admin.query(`drop tablespace ${name}`));
  const store = await trial.store(engine);
  // Its tables and indexes, not PostgreSQL's own, without which it lets nobody in.
  await (await trial.start(store)).stop('SIGTERM');
  const owner = new pg.Client({ connectionString: store.DATABASE_URL });
  await owner.connect();
  for (const kind of ['table', 'index'])
    await owner.query(`alter ${kind} all in tablespace pg_default set tablespace ${name}`);
  await owner.end();
  return { disk, store };
}

async function fill(disk: string): Promise<() => Promise<void>> {
  const filler = join(disk, 'filler');
  for (const size of [65_536, 4096]) {
    const filled = async (): Promise<void> => appendFile(filler, Buffer.alloc(size)).then(filled);
    await assert.rejects(filled(), /ENOSPC/);
  }
  return () => rm(filler);
}

function outcome({ status, text }: Answer): Outcome {
  if (status < 300) return 'done';
  assert.ok(status === 503 || status === 507, text);
  return 'refused';
}

/** Answers how many writes were refused, and the longest time in seconds until one succeeded again. */
async function fillAgainAndAgain(trial: Trial, engine: Engine) {
  const { disk, store } = await smallStore(trial, engine);
  const server = await trial.start(store);
  const { call } = await registerOperator(server.url, 'op@example.com');
  const ledger = new Ledger();
  const pen: Pen = { trial, ledger, call, outcome };
  const writers: AnyWriter[] = [new Clerk(1), new Clerk(2), new Importer(3, 300)];
  const reads = async (when: string) => {
    const proxies = await storedProxies(call);
    ledger.check(contents(proxies), `${when} on ${engine}`);
    for (const path of ['/dashboard/stats', '/proxies/export', '/proxies?search=w1'])
      assert.equal((await call('GET', path)).status, 200, `${path} ${when}`);
    assert.equal((await callAt(server.url, 'GET', '/health')).status, 200);
  };
  let [refused, slowest] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    for (const writer of writers) for (let count = 0; count < 10; count += 1) await writer.write(pen);
    const empty = await fill(disk);
    // What still finds room in what the database has is written; soon nothing does.
    const until = refused + refusals;
    await Promise.all(
      writers.map(async (writer) => {
        while (refused < until) if ((await writer.write(pen)) === 'refused') refused += 1;
      }),
    );
    await reads('on a full disk');
    await empty();
    const began = performance.now();
    for (const writer of writers)
      while ((await writer.write(pen)) !== 'done') {
        assert.ok(performance.now() - began < backWithinMs, 'no write succeeds though there is room');
        await setTimeout(50);
      }
    slowest = Math.max(slowest, (performance.now() - began) / 1000);
    await reads('with room again');
  }
  assert.equal(await server.stop('SIGTERM'), 0);
  return { refused, slowest, writes: ledger.steps.filter((step) => step.outcome === 'done').length };
}

export const fullDisk: Proof = {
  name: 'full-disk',
  promise: `On a full disk writes are refused whole with 503 or 507, reads go on, and writes succeed within ${backWithinMs / 1000} s of there being room.`,
  seconds: 120,
  quick: false,
  run: async (trial) => {
    const results = await Promise.all(trial.engines.map((engine) => fillAgainAndAgain(trial, engine)));
    const told = results.map(
      ({ refused, writes, slowest }) =>
        `${refused} refused, 0 of ${writes} others lost, back after ${slowest.toFixed(1)} s`,
    );
    return `filled ${rounds} times on ${trial.engines.join(' and ')}: ${told.join('; ')}`;
  },
};
