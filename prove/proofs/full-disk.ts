import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Answer, type Client, password } from '../../server/test/test-app.ts';
import { Ledger, type Outcome } from '../ledger.ts';
import { callAt, registerOperator } from '../operator.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Store, Context } from '../context.ts';
import {
  type AnyWriter,
  RecordWriter,
  ListWriter,
  type Harness,
  contents,
  storedProxies,
  withoutPassword,
} from '../writers.ts';

const rounds = 3;
const backWithinMs = 30_000;
const refusals = 20;
const endlessAfter = 10_000;
const signInsAtMost = 100;

/** Mounts a small disk owned by `uid`. */
async function smallDisk({ directory, defer }: Context, uid: number): Promise<string> {
  const disk = await directory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=96m,mode=0700,uid=${uid}`, 'tmpfs', disk], {
      stdio: 'pipe',
    });
  } catch (error) {
    throw new Error(`Not tried: mounting a small disk needs root (${(error as Error).message.trim()})`);
  }
  defer(async () => execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** A store on a small disk: SQLite's directory, or PostgreSQL's tables and indexes. */
async function smallStore(context: Context, engine: Engine): Promise<{ disk: string; store: Store }> {
  if (engine === 'sqlite') {
    const disk = await smallDisk(context, 0);
    return { disk, store: { DATA_DIR: join(disk, 'data') } };
  }
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  context.defer(() => admin.end());
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const disk = await smallDisk(context, (await stat(rows[0]?.data_directory ?? '')).uid);
  const name = `small_${context.between(0, 1e9)}`;
  await admin.query(`create tablespace ${name} location '${disk}'`);
  context.defer(() => admin.query(`drop tablespace ${name}`));
  const store = await context.store(engine);
  // Move our tables and indexes only: PostgreSQL accepts no connection without room for its own.
  await (await context.start(store)).stop('SIGTERM');
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
  assert.match(text, /The disk is full; nothing was changed/);
  return 'refused';
}

/** The number of answers with secrets in the log. */
async function logged(call: Client['call']): Promise<number> {
  const { body, text } = await call<{ data?: { pagination: { total: number } } }>('GET', '/secret-views');
  assert.ok(body.data, text);
  return body.data.pagination.total;
}

/**
 * Requests secrets in lists, records and one by one, until each request is refused with a message: pages that the
 * database already has may still take some log entries. Returns how many were answered.
 */
async function readsUntilWithheld(call: Client['call']): Promise<number> {
  const [{ id = '' } = {}] = await storedProxies(call, '?secrets=omit&limit=1');
  let answered = 0;
  for (const [method, path] of [
    ['GET', '/proxies'],
    ['GET', `/proxies/${id}`],
    ['POST', `/proxies/${id}/reveal`],
  ] as const)
    for (;;) {
      const body = method === 'POST' ? { field: 'password' } : undefined;
      const { status, text } = await call(method, path, body);
      if (status !== 200) {
        assert.equal(status, 503, text);
        assert.match(text, /The disk is full: secrets cannot be read, because that could not be logged/);
        break;
      }
      answered += 1;
      assert.ok(answered < endlessAfter, 'secrets are answered on a full disk for ever');
    }
  return answered;
}

/** Signs in until that cannot be recorded: it writes less than the writers, so that some may still fit. */
async function signInUntilRefused(url: string, tried: string): Promise<void> {
  for (let answered = 0; ; answered += 1) {
    const body = { email: 'op@example.com', password: tried };
    const { status } = await callAt(url, 'POST', '/auth/login', body);
    if (status === 503) return;
    assert.equal(status, tried === password ? 200 : 401, 'a sign-in on a full disk');
    assert.ok(answered < signInsAtMost, 'sign-ins that cannot be recorded are answered for ever');
  }
}

/** Returns how many writes were refused, and the longest recovery in seconds. */
async function fillRepeatedly(context: Context, engine: Engine) {
  const { disk, store } = await smallStore(context, engine);
  const server = await context.start(store);
  const { call } = await registerOperator(server.url, 'op@example.com');
  const ledger = new Ledger();
  const harness: Harness = { context, ledger, call, outcome };
  const writers: AnyWriter[] = [new RecordWriter(1), new RecordWriter(2), new ListWriter(3, 300)];
  const otherReads = async (when: string) => {
    for (const path of ['/dashboard/stats', '/proxies/export', '/proxies?search=w1&secrets=omit'])
      assert.equal((await call('GET', path)).status, 200, `${path} ${when}`);
    assert.equal((await callAt(server.url, 'GET', '/health')).status, 200);
  };
  let [refused, slowest] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    for (const writer of writers) for (let count = 0; count < 10; count += 1) await writer.write(harness);
    const empty = await fill(disk);
    // Some writes still fit into pages that the database already has; soon none does.
    const until = refused + refusals;
    await Promise.all(
      writers.map(async (writer) => {
        while (refused < until) if ((await writer.write(harness)) === 'refused') refused += 1;
      }),
    );
    ledger
      .seen(withoutPassword)
      .check(contents(await storedProxies(call, '?secrets=omit')), `on a full disk on ${engine}`);
    await otherReads('on a full disk');
    for (const tried of [password, 'wrong']) await signInUntilRefused(server.url, tried);
    const before = await logged(call);
    const answered = await readsUntilWithheld(call);
    assert.equal(await logged(call), before + answered, 'the log has other rows than there were answers');
    await empty();
    const began = performance.now();
    for (const writer of writers)
      while ((await writer.write(harness)) !== 'done') {
        assert.ok(performance.now() - began < backWithinMs, 'no write succeeds although there is room');
        await setTimeout(50);
      }
    slowest = Math.max(slowest, (performance.now() - began) / 1000);
    ledger.check(contents(await storedProxies(call)), `with room again on ${engine}`);
    await otherReads('with room again');
  }
  assert.equal(await server.stop('SIGTERM'), 0);
  return { refused, slowest, writes: ledger.steps.filter((step) => step.outcome === 'done').length };
}

export const fullDisk: Proof = {
  name: 'full-disk',
  promise: `On a full disk writes are refused as a whole with 503 or 507, reads without secrets work, secrets are answered only where that is logged, and writes succeed within ${backWithinMs / 1000} s of space becoming free.`,
  seconds: 120,
  quick: false,
  run: async (context) => {
    const results = await Promise.all(context.engines.map((engine) => fillRepeatedly(context, engine)));
    const summaries = results.map(
      ({ refused, writes, slowest }) =>
        `${refused} refused, 0 of ${writes} others lost, recovered within ${slowest.toFixed(1)} s`,
    );
    return `filled ${rounds} times on ${context.engines.join(' and ')}: ${summaries.join('; ')}`;
  },
};
