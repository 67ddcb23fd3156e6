// On both engines: facts, queues and turns are rows that several statements write.
// Runs with --all: silent hosts are waited for.
import assert from 'node:assert/strict';
import { type Socket, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import { jobs } from '../src/app.ts';
import { Worker } from '../src/jobs/worker.ts';
import { rdapDomain, rdapListFile, startDns, startRdap, startTls } from './lookup-servers.ts';
import { createFrom, createRecord, validBody } from './records.ts';
import { startApp } from './test-app.ts';

type Client = Awaited<ReturnType<typeof app.user>>;

/** What hosts of this network see, at every address of 127.0.0.0/8: connections that are cut, or never answered. */
const connections: { address: string; at: number }[] = [];
async function listening(answers: boolean): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    connections.push({ address: socket.localAddress ?? '', at: performance.now() });
    socket.on('error', () => undefined);
    if (answers) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : assert.fail();
}
const to = (prefix: string) => connections.filter(({ address }) => address.startsWith(prefix));

const names = Object.fromEntries(['one', 'two'].map((name) => [`${name}.test`, { A: ['127.0.4.1'] }]));
const dns = [await startDns(names), await startDns(names)];
const long = Array.from({ length: 500 }, (_, at) => ({
  ldhName: `ns${at}.${'name-server.'.repeat(9)}example`,
}));
const registry = await startRdap((name) => ({
  body: rdapDomain(name, '2031-01-31T00:00:00Z', { nameservers: long }),
}));
const app = await startApp({
  LOOK_UPS: 'on',
  EGRESS_ALLOW: '127.0.0.0/8',
  DNS_SERVERS: dns.join(),
  RDAP_BOOTSTRAP: await rdapListFile({ big: registry.url }),
});
const { db } = app;
const lookUps = jobs(app.services).filter(({ kind }) => kind === 'look' || kind === 'plan-looks');
let worker: Worker;
before(() => {
  worker = new Worker(app.services, lookUps, { lookMs: 200, leaseMs: 60_000 });
});
after(() => worker.stop());

async function addPanels(client: Client, urls: readonly string[]): Promise<string[]> {
  const body = await validBody(client, 'servers');
  const added = urls.map((panelUrl, at) =>
    createFrom(client, 'servers', { ...body, name: `s${at}`, panelUrl }),
  );
  return (await Promise.all(added)).map(({ id }) => `/servers/${id}`);
}
interface Known {
  facts: Fact[];
  checks: Check[];
}
async function looked(client: Client, path: string, kind: LookKind = 'registration'): Promise<Known> {
  for (;;) {
    const { data } = (await client.call<{ data: Known }>('GET', `${path}/facts`)).body;
    if (data.checks.some((check) => check.kind === kind && check.state !== 'never')) return data;
    await pause(50);
  }
}

test('ports of one address are asked one a second, by whichever name, and thirty of a person a minute', async () => {
  const port = await listening(true);
  const user = await app.user();
  const hosts = ['one.test', 'two.test', '127.0.4.1'];
  await addPanels(
    user,
    Array.from({ length: 9 }, (_, at) => `https://${hosts[at % 3]}:${at < 4 ? port : port + at}`),
  );
  while (to('127.0.4.').length < 4) await pause(20);
  const times = to('127.0.4.').map(({ at }) => at);
  assert.ok(
    times.slice(1).every((at, index) => at - (times[index] ?? 0) >= 900),
    times.join(),
  );
  const other = await app.user();
  await addPanels(
    other,
    Array.from({ length: 40 }, (_, at) => `https://127.0.5.${at + 1}:${port}`),
  );
  const late = async () => {
    const rows = await db
      .selectFrom('jobs')
      .select('runAt')
      .where('uniqueKey', 'like', '% tls 127.0.5.%')
      .where('holder', 'is', null)
      .where('runAt', '>', Date.now() + 5000)
      .where('attempts', '=', 0)
      .execute();
    return rows.length;
  };
  while ((await late()) < 10 || to('127.0.5.').length < 30) await pause(50);
  assert.equal(to('127.0.5.').length, 30);
});

test('a panel of another workspace is looked up within 30 s beside hosts that say nothing', async () => {
  const silent = await listening(false);
  const panelPort = await startTls('certificate', '127.0.0.1');
  const [hostile, user] = [await app.user(), await app.user()];
  // At the other's address, too.
  const urls = Array.from({ length: 28 }, (_, at) => `https://127.0.6.${at + 1}:${silent}`);
  await addPanels(hostile, [`https://127.0.0.1:${silent}`, ...urls]);
  while (to('127.0.6.').length < 6 || to('127.0.0.1').length === 0) await pause(20);
  const began = performance.now();
  const [path = ''] = await addPanels(user, [`https://127.0.0.1:${panelPort}`]);
  const { facts } = await looked(user, path, 'tls');
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 120, `${seconds} s`);
  assert.ok(facts.some(({ field }) => field === 'notAfter'));
});

test('a domain of another workspace goes before the thousands that wait for the same registry', async () => {
  const [busy, user] = [await app.user(), await app.user()];
  const add = async (client: Client, domains: readonly string[]) => {
    await client.call('PUT', '/alert-settings', { look: { registration: true, dns: false, tls: false } });
    const registratorAccountId = (await createRecord(client, 'registrator-accounts')).id;
    const rows = domains.map((domain) => ({ domain, registratorAccountId }));
    const { status, text } = await client.call('POST', '/domains/bulk-import', { domains: rows });
    assert.equal(status, 200, text);
    const { body } = await client.call<{ data: { domains: { id: string }[] } }>('GET', '/domains?limit=1');
    return `/domains/${body.data.domains[0]?.id}`;
  };
  await add(
    busy,
    Array.from({ length: 1000 }, (_, at) => `many${at}.big`),
  );
  while (registry.asked.length < 3) await pause(20);
  const began = performance.now();
  await looked(user, await add(user, ['mine.big']));
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 120, `${seconds} s`);
  assert.ok(registry.asked.length < 150);
});

test('a fact is kept once for all records that it is about, at most 4 KB of it, until the last of them is gone', async () => {
  const user = await app.user();
  await user.call('PUT', '/alert-settings', { look: { registration: true, dns: false, tls: false } });
  const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
  const domains = Array.from({ length: 500 }, (_, at) => ({
    domain: `d${at}.shop.big`,
    registratorAccountId,
  }));
  assert.equal((await user.call('POST', '/domains/bulk-import', { domains })).status, 200);
  const { body } = await user.call<{ data: { domains: { id: string; domain: string }[] } }>(
    'GET',
    '/domains?limit=100',
  );
  const known = await Promise.all(body.data.domains.map(({ id }) => looked(user, `/domains/${id}`)));
  for (const { facts } of known) {
    const value = facts.find(({ field }) => field === 'nameServers')?.value;
    assert.ok(Array.isArray(value) && value.length > 20 && value.at(-1) === '… and more');
    assert.ok(JSON.stringify(value).length <= 4096);
    assert.ok(facts.some(({ field, isShown }) => field === 'expirationDate' && isShown));
  }
  const stored = () => db.selectFrom('facts').select('field').where('subject', '=', 'shop.big').execute();
  const fields = (await stored()).map(({ field }) => field);
  assert.equal(fields.length, new Set(fields).size);
  const [first] = body.data.domains;
  await user.call('DELETE', `/domains/${first?.id}`);
  assert.equal((await stored()).length, fields.length);
  const rest = { records: { filter: { search: 'shop.big' } }, do: { action: 'delete' } };
  const gone = await user.call('POST', '/domains/bulk-actions', rest);
  assert.equal(gone.status, 200, gone.text);
  assert.deepEqual(await stored(), []);
});
