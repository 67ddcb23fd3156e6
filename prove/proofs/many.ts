import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Answer, Client } from '../../server/test/test-app.ts';
import { Ledger, type Outcome } from '../ledger.ts';
import { callAt, registerOperator } from '../operator.ts';
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

const overdue = 500;
/** Not a promise, just a limit for the proof. */
const hourlyWorkMs = 60_000;
const seenWithinMs = 10_000;
const writesEach = 25;

/** A round-robin balancer that reports failures and never retries. */
async function balance({ defer }: Context, urls: readonly string[]): Promise<string> {
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;
  const server = http.createServer((request, response) => {
    turn += 1;
    const { method, headers, url } = request;
    const target = `${urls[turn % urls.length]}${url}`;
    const onward = http.request(target, { method, headers, agent } as http.RequestOptions, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    });
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end('{}')));
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  defer(async () => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The balancer reached a dead server, or the server a slow database: such a write was not acknowledged. */
function outcome({ status, text }: Answer): Outcome {
  if (status === 502 || status === 503) return 'open';
  assert.ok(status < 300, text);
  return 'done';
}

/** Imports domains that have expired, so that the hourly work has something to do. */
async function importOverdue({ call }: Client): Promise<void> {
  const made = async (path: string, key: string, body: unknown) => {
    const answer = await call<{ data: Record<string, { id: string }> }>('POST', path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data[key]?.id;
  };
  const emailAccountId = await made('/emails', 'emailAccount', { email: 'box@example.com', password: 'x' });
  const registratorTypeId = await made('/registrator-types', 'registratorType', {
    name: 'Names',
    websiteUrl: 'https://names.example.com',
  });
  const account = { emailAccountId, registratorTypeId, password: 'x' };
  const registratorAccountId = await made('/registrator-accounts', 'registratorAccount', account);
  const domains = Array.from({ length: overdue }, (_, index) => ({
    domain: `d${index}.example`,
    registratorAccountId,
    expirationDate: '2020-01-01',
    status: 'ACTIVE',
  }));
  const { body, text } = await call<{ data: { imported: number } }>('POST', '/domains/bulk-import', {
    domains,
  });
  assert.equal(body.data.imported, overdue, text);
}

/** A trigger that counts the runs of the hourly job by its attempts to delete an expired token. */
const noteHourlyWork = `create table prove_tries (at timestamptz default now());
  create function prove_note() returns trigger language plpgsql as $$
    begin insert into prove_tries default values; return null; end $$;
  update refresh_tokens set "expiresAt" = 0;
  create trigger prove_note before delete on refresh_tokens
    for each row when (old."expiresAt" = 0) execute function prove_note();
  update jobs set "runAt" = 0`;

/** The number of full hours, when the job is due, since then. */
const hoursSince = (began: number) => Math.floor(Date.now() / 3_600_000) - Math.floor(began / 3_600_000);

/** Waits for a condition; returns the milliseconds that it took. */
async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - began < withinMs, `${what}: not within ${withinMs / 1000} s`);
    await setTimeout(100);
  }
  return performance.now() - began;
}

/** Logs out and changes a role on one server; returns the seconds until the last server noticed. */
async function seenByAll(urls: readonly string[], admin: pg.Client): Promise<number> {
  const [first = ''] = urls;
  const leaving = await registerOperator(first, 'leaving@example.com');
  const rising = await registerOperator(first, 'rising@example.com');
  const me = (url: string, { token }: Client) =>
    callAt<{ data: { user: { role: string } } }>(url, 'GET', '/auth/me', undefined, token);
  // Makes every server cache both sessions.
  for (const url of urls)
    for (const client of [leaving, rising]) assert.equal((await me(url, client)).status, 200);
  assert.equal((await leaving.call('POST', '/auth/logout')).status, 200);
  await admin.query(`update users set role = 'ADMIN' where id = $1`, [rising.userId]);
  const waits = urls.flatMap((url) => [
    until('the logout is seen', seenWithinMs, async () => (await me(url, leaving)).status === 401),
    until(
      'the role is seen',
      seenWithinMs,
      async () => (await me(url, rising)).body.data.user.role === 'ADMIN',
    ),
  ]);
  return Math.max(...(await Promise.all(waits))) / 1000;
}

async function run(context: Context): Promise<string> {
  const store = await context.store('postgres');
  const admin = new pg.Client({ connectionString: store.DATABASE_URL });
  await admin.connect();
  context.defer(() => admin.end());
  const count = async (query: string) =>
    Number((await admin.query<{ count: string }>(`select count(*) as count from ${query}`)).rows[0]?.count);

  const alone = await context.start(store);
  const { token, call } = await registerOperator(alone.url, 'op@example.com');
  await importOverdue({ call } as Client);
  await alone.stop('SIGTERM');
  await admin.query(noteHourlyWork);
  const began = Date.now();

  const servers = await Promise.all([context.start(store), context.start(store), context.start(store)]);
  const urls = servers.map(({ url }) => url);
  const balancer = await balance(context, urls);
  const ledger = new Ledger();
  const harness: Harness = {
    context,
    ledger,
    outcome,
    call: (method, path, body) => callAt(balancer, method, path, body, token),
  };
  const updates = `changes where "actorId" is null and action = 'update' and "tableName" = 'domains'`;
  await until('the hourly work is done', hourlyWorkMs, async () => (await count(updates)) >= overdue);
  const seen = await seenByAll(urls, admin);

  const writers: AnyWriter[] = [1, 2, 3, 4].map((number) => new RecordWriter(number));
  writers.push(new ListWriter(5, 300));
  const [victim, ...survivors] = servers;
  let writes = 0;
  const killAfter = context.between(10, 30);
  await Promise.all(
    writers.map(async (writer) => {
      for (let own = 0; own < writesEach; own += 1) {
        await writer.write(harness);
        writes += 1;
        if (writes === killAfter) await victim.stop('SIGKILL');
      }
    }),
  );
  const lost = ledger.steps.filter((step) => step.outcome === 'open').length;
  assert.ok(lost < writes / 2, `${lost} of ${writes} writes failed although two of three servers are alive`);
  const { url } = survivors[0];
  ledger.check(
    contents(await storedProxies((method, path) => callAt(url, method, path, undefined, token))),
    'after one of three was killed',
  );
  // A graceful stop lets the hourly job finish.
  for (const server of survivors) assert.equal(await server.stop('SIGTERM'), 0);
  const tries = await count('prove_tries');
  assert.ok(tries >= 1 && tries <= 1 + hoursSince(began), 'the hourly work ran on more than one server');
  assert.equal(await count(updates), overdue, 'a status was updated more than once');
  assert.equal(await count(`(select distinct "batchId" from ${updates}) batches`), 1);

  // When the job is due again, another server must run it.
  await admin.query(`update jobs set "runAt" = 0`);
  await context.start(store);
  await until(
    'the hourly work is taken over',
    hourlyWorkMs,
    async () => (await count('prove_tries')) > tries,
  );
  return `one of three killed: 0 of ${writes - lost} acknowledged writes lost, hourly work done once for ${overdue} domains, logout and role seen within ${seen.toFixed(1)} s`;
}

export const many: Proof = {
  name: 'many',
  promise: `With several servers on one PostgreSQL behind a balancer, killing one loses no acknowledged write, periodic work is done once, and all see a logout or a new role within ${seenWithinMs / 1000} s.`,
  seconds: 120,
  quick: false,
  run,
};
