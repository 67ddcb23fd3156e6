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
import type { Trial } from '../trial.ts';
import { type AnyWriter, Clerk, Importer, type Pen, contents, storedProxies } from '../writers.ts';

const overdue = 500;
/** No promise: as long as one may wait for a proof. */
const hourlyWorkMs = 60_000;
const seenWithinMs = 10_000;
const writesEach = 25;

/** Each request to the next server; what fails is told, and never tried a second time. */
async function balance({ later }: Trial, urls: readonly string[]): Promise<string> {
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
  later(async () => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The balancer found the server dead, or the server its database slow: no promise was made. */
function outcome({ status, text }: Answer): Outcome {
  if (status === 502 || status === 503) return 'open';
  assert.ok(status < 300, text);
  return 'done';
}

/** Domains whose date has passed, so that the hourly work has something to do. */
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

/** Every process that does the hourly work tries to delete this token; it stays, and each try is noted. */
const noteHourlyWork = `create table prove_tries (at timestamptz default now());
  create function prove_note() returns trigger language plpgsql as $$
    begin insert into prove_tries default values; return null; end $$;
  update refresh_tokens set "expiresAt" = 0;
  create trigger prove_note before delete on refresh_tokens
    for each row when (old."expiresAt" = 0) execute function prove_note();
  update leases set "expiresAt" = 0`;

/** Answers after how many milliseconds it was so. */
async function until(what: string, withinMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - began < withinMs, `${what}: not after ${withinMs / 1000} s`);
    await setTimeout(100);
  }
  return performance.now() - began;
}

/** A logout and a new role, at one process: answers after how many seconds the last of the others knew. */
async function seenByAll(urls: readonly string[], admin: pg.Client): Promise<number> {
  const [first = ''] = urls;
  const leaving = await registerOperator(first, 'leaving@example.com');
  const rising = await registerOperator(first, 'rising@example.com');
  const me = (url: string, { token }: Client) =>
    callAt<{ data: { user: { role: string } } }>(url, 'GET', '/auth/me', undefined, token);
  // Every process has both sessions in mind.
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

async function run(trial: Trial): Promise<string> {
  const store = await trial.store('postgres');
  const admin = new pg.Client({ connectionString: store.DATABASE_URL });
  await admin.connect();
  trial.later(() => admin.end());
  const count = async (query: string) =>
    Number((await admin.query<{ count: string }>(`select count(*) as count from ${query}`)).rows[0]?.count);

  const alone = await trial.start(store);
  const { token, call } = await registerOperator(alone.url, 'op@example.com');
  await importOverdue({ call } as Client);
  await alone.stop('SIGTERM');
  await admin.query(noteHourlyWork);

  const servers = await Promise.all([trial.start(store), trial.start(store), trial.start(store)]);
  const urls = servers.map(({ url }) => url);
  const balancer = await balance(trial, urls);
  const ledger = new Ledger();
  const pen: Pen = {
    trial,
    ledger,
    outcome,
    call: (method, path, body) => callAt(balancer, method, path, body, token),
  };
  const updates = `changes where "actorId" is null and action = 'update' and "tableName" = 'domains'`;
  await until('the hourly work is done', hourlyWorkMs, async () => (await count(updates)) >= overdue);
  const seen = await seenByAll(urls, admin);

  const writers: AnyWriter[] = [1, 2, 3, 4].map((number) => new Clerk(number));
  writers.push(new Importer(5, 300));
  const [victim, ...survivors] = servers;
  let writes = 0;
  const killAfter = trial.between(10, 30);
  await Promise.all(
    writers.map(async (writer) => {
      for (let own = 0; own < writesEach; own += 1) {
        await writer.write(pen);
        writes += 1;
        if (writes === killAfter) await victim.stop('SIGKILL');
      }
    }),
  );
  const lost = ledger.steps.filter((step) => step.outcome === 'open').length;
  assert.ok(lost < writes / 2, `${lost} of ${writes} writes were refused though two of three servers live`);
  const { url } = survivors[0];
  ledger.check(
    contents(await storedProxies((method, path) => callAt(url, method, path, undefined, token))),
    'after one of three was killed',
  );
  // Work that is under way is finished first.
  for (const server of survivors) assert.equal(await server.stop('SIGTERM'), 0);
  assert.equal(await count('prove_tries'), 1, 'the hourly work was done by more than one');
  assert.equal(await count(updates), overdue, 'a status was brought up to date more than once');
  assert.equal(await count(`(select distinct "batchId" from ${updates}) batches`), 1);

  // An hour later the one that did it may be dead.
  await admin.query(`update leases set "expiresAt" = 0`);
  await trial.start(store);
  await until('the hourly work is taken over', hourlyWorkMs, async () => (await count('prove_tries')) === 2);
  return `one of three killed: 0 of ${writes - lost} acknowledged writes lost, hourly work once on ${overdue} domains, logout and role seen after ${seen.toFixed(1)} s`;
}

export const many: Proof = {
  name: 'many',
  promise: `Several servers on one PostgreSQL behind a balancer: killing one loses no acknowledged write, periodic work is done once, and logouts and roles are seen by all within ${seenWithinMs / 1000} s.`,
  seconds: 120,
  quick: false,
  run,
};
