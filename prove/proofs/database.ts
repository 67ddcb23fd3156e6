import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Answer, Client } from '../../server/test/test-app.ts';
import { Ledger, type Outcome } from '../ledger.ts';
import { callAt, registerOperator } from '../operator.ts';
import { ownPostgres } from '../../server/test/own-postgres.ts';
import type { Proof } from '../proof.ts';
import type { Context } from '../context.ts';
import {
  type AnyWriter,
  RecordWriter,
  ListWriter,
  type Harness,
  contents,
  storedProxies,
} from '../writers.ts';

const awayMs = 10_000;
/** Of ten connections. */
const forWrites = 7;
const refusedWithinMs = 2000;
const backWithinMs = 5000;

interface Site {
  url: string;
  client: Client;
  admin: pg.Client;
  slowest: number;
}

/** A refusal must be a 503; a write whose connection broke may or may not be stored. */
function outcome({ status, text, headers }: Answer): Outcome {
  if (status < 300) return 'done';
  assert.equal(status, 503, text);
  assert.equal(headers.get('retry-after'), '5');
  return 'open';
}

async function refused(site: Site, what: string, call: () => Promise<Answer>): Promise<void> {
  const began = performance.now();
  const { status, text } = await call();
  const took = performance.now() - began;
  assert.equal(status, 503, `${what}: ${text}`);
  assert.ok(took <= refusedWithinMs, `${what} was refused after ${took.toFixed(0)} ms`);
  site.slowest = Math.max(site.slowest, took);
}

/** Checks that whatever needs the database is refused quickly, while the process is healthy. */
async function checkUnavailable(site: Site): Promise<void> {
  const { url, client } = site;
  await Promise.all([
    refused(site, 'a list', () => client.call('GET', '/proxies')),
    refused(site, 'a write', () =>
      client.call('POST', '/emails', { email: 'away@example.com', password: 'x' }),
    ),
    refused(site, 'a sign-in', () =>
      callAt(url, 'POST', '/auth/login', { email: client.email, password: 'x' }),
    ),
    refused(site, 'ready', () => callAt(url, 'GET', '/ready')),
  ]);
  assert.equal((await callAt(url, 'GET', '/health')).status, 200);
}

/** Waits until a write succeeds; returns the seconds that it took. */
async function untilRecovered(
  { url, client }: Site,
  harness: Harness,
  recordWriter: RecordWriter,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const ready = await callAt(url, 'GET', '/ready');
    if (ready.status === 200 && (await recordWriter.write(harness)) === 'done') break;
    const took = performance.now() - began;
    assert.ok(took < backWithinMs, `not back after ${took.toFixed(0)} ms`);
    await setTimeout(20);
  }
  assert.equal((await client.call('GET', '/proxies')).status, 200);
  return (performance.now() - began) / 1000;
}

/** Keeps the writers busy until `during` ends. */
async function whileWriting(
  writers: AnyWriter[],
  harness: Harness,
  during: () => Promise<unknown>,
): Promise<void> {
  let writing = true;
  const work = async (writer: AnyWriter) => {
    while (writing) if ((await writer.write(harness)) !== 'done') await setTimeout(50);
  };
  const stop = async () => {
    await during().finally(() => (writing = false));
  };
  await Promise.all([stop(), ...writers.map(work)]);
}

const others = `select count(pg_terminate_backend(pid)) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

async function run(context: Context): Promise<string> {
  const postgres = await ownPostgres(context);
  const server = await context.start({ DATA_DIR: await context.directory(), DATABASE_URL: postgres.url });
  const client = await registerOperator(server.url, 'op@example.com');
  const connect = async () => {
    const admin = new pg.Client({ connectionString: postgres.url });
    admin.on('error', () => undefined);
    await admin.connect();
    return admin;
  };
  const site: Site = { url: server.url, client, admin: await connect(), slowest: 0 };
  const ledger = new Ledger();
  const harness: Harness = { context, ledger, call: client.call, outcome };
  const recordWriter = new RecordWriter(1);
  const writers = [recordWriter, new RecordWriter(2), new RecordWriter(3), new ListWriter(4, 300)];
  const back: number[] = [];
  const checkStored = async (when: string) => {
    const proxies = await storedProxies(client.call);
    ledger.check(contents(proxies), when);
    ledger.restart(contents(proxies));
    for (const writer of writers) writer.adopt(proxies);
  };

  // Cut all connections, again and again, while writers work.
  await whileWriting(writers, harness, async () => {
    for (let cut = 0; cut < 20; cut += 1) {
      await setTimeout(context.between(1, 100));
      await site.admin.query(others);
    }
  });
  back.push(await untilRecovered(site, harness, recordWriter));
  await checkStored('after connections were cut');

  // Exhaust the connections for writes: each waits for a lock. Each person has two turns beside others.
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => registerOperator(server.url, `op-${index}@example.com`)),
  );
  await site.admin.query('begin; lock table email_accounts in access exclusive mode');
  const waiting = Promise.all(
    [...people, ...people].map(async ({ call }, index) => {
      const body = { email: `box-${index}@example.com`, password: 'x' };
      outcome(await call('POST', '/emails', body));
    }),
  );
  waiting.catch(() => undefined); // awaited below
  const held = `select count(*) as held from pg_locks where not granted`;
  while (Number((await site.admin.query<{ held: string }>(held)).rows[0]?.held) < forWrites);
  await refused(site, 'a write', () =>
    client.call('POST', '/emails', { email: 'away@example.com', password: 'x' }),
  );
  assert.equal((await client.call('GET', '/proxies?secrets=omit')).status, 200);
  assert.equal((await callAt(site.url, 'GET', '/ready')).status, 200);
  await site.admin.query('rollback');
  await waiting;
  back.push(await untilRecovered(site, harness, recordWriter));

  // Stop PostgreSQL while writers work.
  await whileWriting(writers, harness, async () => {
    await setTimeout(context.between(100, 500));
    await postgres.pause();
    const until = performance.now() + awayMs;
    while (performance.now() < until) await checkUnavailable(site);
    await postgres.resume();
    back.push(await untilRecovered(site, harness, recordWriter));
  });
  await checkStored('after the database came back');
  assert.equal(await server.stop('SIGTERM'), 0);
  const seconds = Math.max(...back).toFixed(1);
  return `refused within ${(site.slowest / 1000).toFixed(1)} s, healthy throughout, recovered within ${seconds} s, nothing half written`;
}

export const database: Proof = {
  name: 'database',
  promise: `When PostgreSQL is down, cuts its connections or has none left, requests are refused within ${refusedWithinMs / 1000} s and served again within ${backWithinMs / 1000} s of its return; nothing is half written.`,
  seconds: 120,
  quick: false,
  run,
};
