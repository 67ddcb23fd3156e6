import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { callAt, registerOperator } from '../operator.ts';
import { Ledger } from '../ledger.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Store, Context } from '../context.ts';
import { type AnyWriter, RecordWriter, ListWriter, contents, storedProxies } from '../writers.ts';

const readyWithinSeconds = 5;
const rowsAtOnce = 250;

/** Waits until PostgreSQL has finished or abandoned what the killed server had sent it. */
async function untilSettled({ DATABASE_URL }: Store): Promise<void> {
  if (DATABASE_URL === undefined) return;
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  while ((await client.query(others)).rows.length > 0);
  await client.end();
}

/** Returns how many writes were acknowledged and cut off, and the slowest start in seconds. */
async function killRepeatedly(context: Context, engine: Engine, kills: number) {
  const store = await context.store(engine);
  const ledger = new Ledger();
  const listWriter = new ListWriter(4, rowsAtOnce);
  const writers: AnyWriter[] = [new RecordWriter(1), new RecordWriter(2), new RecordWriter(3), listWriter];
  let server = await context.start(store);
  const { token, call: begin } = await registerOperator(server.url, 'op@example.com');
  // Kill within the time that a few imports take here, so that some are cut off and some are not.
  const began = performance.now();
  await listWriter.write({ context, ledger, call: begin });
  const longestMs = Math.ceil(3 * (performance.now() - began));
  let [acknowledged, cutOff, slowest] = [0, 0, 0];
  for (let round = 1; round <= kills; round += 1) {
    const { url, stop } = server;
    const call = <T>(method: string, path: string, body?: unknown) =>
      callAt<T>(url, method, path, body, token);
    // A writer stops when its connection fails.
    const writing = writers.map(async (writer) => {
      for (;;) await writer.write({ context, ledger, call });
    });
    const ends = Promise.allSettled(writing);
    // Kill at a random moment, not after an answer: that is the attack.
    await setTimeout(context.between(1, longestMs));
    await stop('SIGKILL');
    for (const { reason } of (await ends) as PromiseRejectedResult[])
      if (reason instanceof assert.AssertionError) throw reason;
    acknowledged += ledger.steps.filter(({ outcome }) => outcome === 'done').length;
    cutOff += ledger.steps.filter(({ outcome }) => outcome === 'open').length;
    await untilSettled(store);
    const began = performance.now();
    server = await context.start(store);
    const ready = await callAt(server.url, 'GET', '/ready');
    const seconds = (performance.now() - began) / 1000;
    assert.equal(ready.status, 200);
    assert.ok(
      seconds < readyWithinSeconds,
      `ready after ${seconds.toFixed(1)} s on ${engine}, kill ${round}`,
    );
    slowest = Math.max(slowest, seconds);
    const proxies = await storedProxies((method, path) => callAt(server.url, method, path, undefined, token));
    ledger.check(contents(proxies), `after kill ${round} on ${engine}`);
    ledger.restart(contents(proxies));
    for (const writer of writers) writer.adopt(proxies);
  }
  return { acknowledged, cutOff, slowest };
}

export const kill: Proof = {
  name: 'kill',
  promise: `Killing the server loses no acknowledged write and leaves none half stored; it is ready again within ${readyWithinSeconds} s.`,
  seconds: 900,
  quick: true,
  run: async (context) => {
    const kills = context.quick ? 3 : 100;
    const results = await Promise.all(
      context.engines.map((engine) => killRepeatedly(context, engine, kills)),
    );
    const sum = (of: (result: (typeof results)[number]) => number) =>
      results.reduce((total, result) => total + of(result), 0);
    const slowest = Math.max(...results.map((result) => result.slowest));
    return `${kills * results.length} kills: 0 of ${sum((r) => r.acknowledged)} acknowledged writes lost, 0 of ${sum((r) => r.cutOff)} interrupted ones half stored, ready within ${slowest.toFixed(1)} s`;
  },
};
