import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Answer, Client } from '../../server/test/test-app.ts';
import { Ledger, type Outcome } from '../ledger.ts';
import { callAt, registerOperator } from '../operator.ts';
import { ownPostgres } from '../own-postgres.ts';
import type { Proof } from '../proof.ts';
import type { Trial } from '../trial.ts';
import { type AnyWriter, Clerk, Importer, type Pen, contents, storedProxies } from '../writers.ts';

const awayMs = 10_000;
const refusedWithinMs = 2000;
const backWithinMs = 5000;

interface Site {
  url: string;
  client: Client;
  admin: pg.Client;
  slowest: number;
}

/** Refused in words; whether a write whose connection broke is stored is open. */
function outcome({ status, text, headers }: Answer): Outcome {
  if (status < 300) return 'done';
  assert.equal(status, 503, text);
  assert.equal(headers.get('retry-after'), '5');
  return 'open';
}

async function refused(site: Site, call: () => Promise<Answer>): Promise<void> {
  const began = performance.now();
  const { status, text } = await call();
  const took = performance.now() - began;
  assert.equal(status, 503, text);
  assert.ok(took <= refusedWithinMs, `refused after ${took.toFixed(0)} ms`);
  site.slowest = Math.max(site.slowest, took);
}

/** Everything that needs the database is refused at once; the process is alive. */
async function isAway(site: Site): Promise<void> {
  const { url, client } = site;
  await Promise.all([
    refused(site, () => client.call('GET', '/proxies')),
    refused(site, () => client.call('POST', '/emails', { email: 'away@example.com', password: 'x' })),
    refused(site, () => callAt(url, 'POST', '/auth/login', { email: client.email, password: 'x' })),
    refused(site, () => callAt(url, 'GET', '/ready')),
  ]);
  assert.equal((await callAt(url, 'GET', '/health')).status, 200);
}

/** Answers after how many seconds a write succeeds. */
async function isBack({ url, client }: Site, pen: Pen, clerk: Clerk): Promise<number> {
  const began = performance.now();
  for (;;) {
    const ready = await callAt(url, 'GET', '/ready');
    if (ready.status === 200 && (await clerk.write(pen)) === 'done') break;
    const took = performance.now() - began;
    assert.ok(took < backWithinMs, `not back after ${took.toFixed(0)} ms`);
    await setTimeout(20);
  }
  assert.equal((await client.call('GET', '/proxies')).status, 200);
  return (performance.now() - began) / 1000;
}

/** Writers at work until the end of `during`; none of what they were told may be untrue. */
async function whileWriting(writers: AnyWriter[], pen: Pen, during: () => Promise<unknown>): Promise<void> {
  let writing = true;
  const work = async (writer: AnyWriter) => {
    while (writing) if ((await writer.write(pen)) !== 'done') await setTimeout(50);
  };
  const stop = async () => {
    await during().finally(() => (writing = false));
  };
  await Promise.all([stop(), ...writers.map(work)]);
}

const others = `select count(pg_terminate_backend(pid)) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

async function run(trial: Trial): Promise<string> {
  const postgres = await ownPostgres(trial);
  const server = await trial.start({ DATA_DIR: await trial.directory(), DATABASE_URL: postgres.url });
  const client = await registerOperator(server.url, 'op@example.com');
  const connect = async () => {
    const admin = new pg.Client({ connectionString: postgres.url });
    admin.on('error', () => undefined);
    await admin.connect();
    return admin;
  };
  const site: Site = { url: server.url, client, admin: await connect(), slowest: 0 };
  const ledger = new Ledger();
  const pen: Pen = { trial, ledger, call: client.call, outcome };
  const clerk = new Clerk(1);
  const writers = [clerk, new Clerk(2), new Clerk(3), new Importer(4, 300)];
  const back: number[] = [];
  const nothingHalf = async (when: string) => {
    const proxies = await storedProxies(client.call);
    ledger.check(contents(proxies), when);
    ledger.restart(contents(proxies));
    for (const writer of writers) writer.adopt(proxies);
  };

  // Connections cut in the middle of the work, again and again.
  await whileWriting(writers, pen, async () => {
    for (let cut = 0; cut < 20; cut += 1) {
      await setTimeout(trial.between(1, 100));
      await site.admin.query(others);
    }
  });
  back.push(await isBack(site, pen, clerk));
  await nothingHalf('after connections were cut');

  // All connections wait for a lock that somebody else holds.
  await site.admin.query('begin; lock table email_accounts in access exclusive mode');
  const waiting = Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const body = { email: `box-${index}@example.com`, password: 'x' };
      outcome(await client.call('POST', '/emails', body));
    }),
  );
  waiting.catch(() => undefined); // told where it is waited for
  const held = `select count(*) as held from pg_locks where not granted`;
  while (Number((await site.admin.query<{ held: string }>(held)).rows[0]?.held) < 10);
  await isAway(site);
  await site.admin.query('rollback');
  await waiting;
  back.push(await isBack(site, pen, clerk));

  // Stopped while it is written to.
  await whileWriting(writers, pen, async () => {
    await setTimeout(trial.between(100, 500));
    await postgres.pause();
    const until = performance.now() + awayMs;
    while (performance.now() < until) await isAway(site);
    await postgres.resume();
    back.push(await isBack(site, pen, clerk));
  });
  await nothingHalf('after the database was away');
  assert.equal(await server.stop('SIGTERM'), 0);
  const seconds = Math.max(...back).toFixed(1);
  return `refused within ${(site.slowest / 1000).toFixed(1)} s, alive all the time, back after ${seconds} s at most, nothing half written`;
}

export const database: Proof = {
  name: 'database',
  promise: `When PostgreSQL is away, its connections are cut or all taken, requests are refused within ${refusedWithinMs / 1000} s and served again within ${backWithinMs / 1000} s of its return; nothing is half written.`,
  seconds: 120,
  quick: false,
  run,
};
