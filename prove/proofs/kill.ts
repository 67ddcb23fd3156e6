import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { callAt, registerOperator } from '../operator.ts';
import { Ledger } from '../ledger.ts';
import type { Proof } from '../proof.ts';
import type { Engine, Store, Trial } from '../trial.ts';
import { type AnyWriter, Clerk, Importer, contents, storedProxies } from '../writers.ts';

const readyWithinSeconds = 5;
const rowsAtOnce = 250;
/** PostgreSQL itself lives on: what the killed process had sent it is done, or given up, before one looks. */
async function settled({ DATABASE_URL }: Store): Promise<void> {
  if (DATABASE_URL === undefined) return;
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  while ((await client.query(others)).rows.length > 0);
  await client.end();
}

/** Answers how many writes were acknowledged and the longest start in seconds. */
async function killAgainAndAgain(trial: Trial, engine: Engine, kills: number) {
  const store = await trial.store(engine);
  const ledger = new Ledger();
  const importer = new Importer(4, rowsAtOnce);
  const writers: AnyWriter[] = [new Clerk(1), new Clerk(2), new Clerk(3), importer];
  let server = await trial.start(store);
  const { token, call: begin } = await registerOperator(server.url, 'op@example.com');
  // A server writes for at most as long as a few lists take here: some are cut off, some are not.
  const began = performance.now();
  await importer.write({ trial, ledger, call: begin });
  const longestMs = Math.ceil(3 * (performance.now() - began));
  let [acknowledged, cutOff, slowest] = [0, 0, 0];
  for (let round = 1; round <= kills; round += 1) {
    const { url, stop } = server;
    const call = <T>(method: string, path: string, body?: unknown) =>
      callAt<T>(url, method, path, body, token);
    // Each writer ends when its connection does.
    const writing = writers.map(async (writer) => {
      for (;;) await writer.write({ trial, ledger, call });
    });
    const ends = Promise.allSettled(writing);
    // The moment is the attack: not after an answer, but anywhere in the middle of the work.
    await setTimeout(trial.between(1, longestMs));
    await stop('SIGKILL');
    for (const { reason } of (await ends) as PromiseRejectedResult[])
      if (reason instanceof assert.AssertionError) throw reason;
    acknowledged += ledger.steps.filter(({ outcome }) => outcome === 'done').length;
    cutOff += ledger.steps.filter(({ outcome }) => outcome === 'open').length;
    await settled(store);
    const began = performance.now();
    server = await trial.start(store);
    const ready = await callAt(server.url, 'GET', '/ready');
    const seconds = (performance.now() - began) / 1000;
    assert.equal(ready.status, 200);
    assert.ok(
      trial.quick || seconds < readyWithinSeconds, // other tests run beside the quick ones
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
  promise: `No acknowledged write is lost, and none is there in part, when the server is killed; it is ready again within ${readyWithinSeconds} s.`,
  seconds: 400,
  quick: true,
  run: async (trial) => {
    const kills = trial.quick ? 3 : 100;
    const results = await Promise.all(trial.engines.map((engine) => killAgainAndAgain(trial, engine, kills)));
    const sum = (of: (result: (typeof results)[number]) => number) =>
      results.reduce((total, result) => total + of(result), 0);
    const slowest = Math.max(...results.map((result) => result.slowest));
    return `${kills * results.length} kills: 0 of ${sum((r) => r.acknowledged)} acknowledged writes lost, 0 of ${sum((r) => r.cutOff)} cut off there in part, ready after ${slowest.toFixed(1)} s at most`;
  },
};
