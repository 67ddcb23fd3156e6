// On both engines: checks and facts of names that are no longer looked up are removed by statements of their own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check, Fact } from '@quartermaster/contract/lookups/lookups.schema';
import { v7 as uuid } from 'uuid';
import { jobs } from '../src/app.ts';
import { planKey } from '../src/jobs/due.ts';
import { enqueueDue } from '../src/jobs/queue.ts';
import { Worker } from '../src/jobs/worker.ts';
import {
  noFixedPorts,
  ownAddress,
  rdapDomain,
  rdapListFile,
  startDns,
  startRdap,
  startWhois,
} from './lookup-servers.ts';
import { createFrom, createRecord } from './records.ts';
import { startApp } from './test-app.ts';

const registries = { above: await startRdap(() => ({ status: 404 })) };
const dateless = await startRdap((name) => ({ body: rdapDomain(name, null) }));
const dated = 'Registry Expiry Date: 2087-05-24T00:00:00Z\n';
const whois = noFixedPorts
  ? []
  : await startWhois((name) =>
      name.startsWith('free')
        ? `No match for "${name}".`
        : `Domain Name: ${name}\nRegistrar: Of The Zone\n${name.endsWith('.in.two') || !name.endsWith('.two') ? dated : ''}`,
    );
const dns = await startDns({
  'whois.nic.gov.wales': { A: [ownAddress] },
  'whois.centralnic.net': { A: [ownAddress] },
});
const above = ['uk', 'scot', 'wales', 'com', 'org'].map((tld) => [tld, registries.above.url]);
const app = await startApp({
  LOOK_UPS: 'on',
  EGRESS_ALLOW: '127.0.0.0/8',
  DNS_SERVERS: dns,
  RDAP_BOOTSTRAP: await rdapListFile({
    ...(Object.fromEntries(above) as Record<string, string>),
    two: dateless.url,
    'in.two': dateless.url,
  }),
  WHOIS_SERVERS: ['ac.uk', 'k12.example.org', 'two', 'in.two'].map((zone) => `${zone}=${ownAddress}`).join(),
});
const { db } = app;
const user = await app.user();
await user.call('PUT', '/alert-settings', { look: { dns: false, tls: false } });
const registratorAccountId = (await createRecord(user, 'registrator-accounts')).id;
const lookUps = jobs(app.services).filter(({ kind }) => kind === 'look' || kind === 'plan-looks');
let worker: Worker;
before(() => {
  worker = new Worker(app.services, lookUps, { lookMs: 100, leaseMs: 60_000 });
});
after(() => worker.stop());

interface Known {
  facts: Fact[];
  checks: Check[];
}
const add = async (domain: string): Promise<string> =>
  (await createFrom(user, 'domains', { registratorAccountId, domain })).id;
const knownOf = async (id: string) =>
  (await user.call<{ data: Known }>('GET', `/domains/${id}/facts`)).body.data;
async function looked(id: string) {
  for (;;) {
    const { facts, checks } = await knownOf(id);
    const [check] = checks;
    if (check && check.state !== 'never')
      return { ...check, date: facts.find(({ field }) => field === 'expirationDate')?.value ?? null };
    await pause(50);
  }
}

describe('a zone that another registry runs', { skip: noFixedPorts }, () => {
  test('is asked of that registry, whatever the one above says', async () => {
    const names = {
      'www.example.ac.uk': 'example.ac.uk',
      'example.gov.wales': 'example.gov.wales',
      'shop.uk.com': 'shop.uk.com',
      'school.k12.example.org': 'school.k12.example.org',
    };
    for (const [name, subject] of Object.entries(names)) {
      const check = await looked(await add(name));
      assert.deepEqual([check.subject, check.state, check.date], [subject, 'ok', '2087-05-24T00:00:00.000Z']);
      assert.ok(whois.includes(`${subject}\r\n`), name);
    }
    assert.equal((await looked(await add('free.ac.uk'))).state, 'unregistered');
    assert.deepEqual(registries.above.asked, []);
  });

  test('fails in words where no server answers, and where none is known', async () => {
    const scot = await looked(await add('example.gov.scot'));
    assert.deepEqual([scot.state, scot.error], ['failing', 'whois.nic.gov.scot could not be found (DNS)']);
    const nhs = await looked(await add('example.nhs.uk'));
    assert.deepEqual([nhs.state, nhs.error], ['failing', 'No server is known for .nhs.uk']);
    assert.deepEqual(registries.above.asked, []);
  });

  test('is none for the names beside it, which the registry above answers for', async () => {
    for (const name of ['example.co.uk', 'uk.com', 'gov.wales'])
      assert.equal((await looked(await add(name))).state, 'unregistered', name);
    assert.deepEqual(
      registries.above.asked.map(({ name }) => name),
      ['example.co.uk', 'uk.com', 'gov.wales'],
    );
  });

  test('has RDAP before WHOIS, and dates of its own', async () => {
    const outside = await looked(await add('a.two'));
    assert.deepEqual([outside.state, outside.date], ['unpublished', null]);
    const inside = await looked(await add('a.in.two'));
    assert.deepEqual([inside.state, inside.date], ['ok', '2087-05-24T00:00:00.000Z']);
    assert.deepEqual(
      dateless.asked.map(({ name }) => name),
      ['a.two', 'a.in.two'],
    );
  });
});

test('what was found about the domain above is forgotten once a zone is known', async () => {
  const recordId = await add('example.llyw.cymru');
  await looked(recordId);
  const ownerId = (
    await db.selectFrom('checks').select('ownerId').where('recordId', '=', recordId).executeTakeFirstOrThrow()
  ).ownerId;
  const of = { ownerId, kind: 'registration', subject: 'llyw.cymru' };
  const at = Date.now();
  await db
    .insertInto('checks')
    .values({ ...of, area: 'domains', recordId, state: 'ok', since: at, checkedAt: at, answeredAt: at })
    .execute();
  const fact = { ...of, id: uuid(), source: 'rdap', observedAt: at, firstSeenAt: at };
  await db
    .insertInto('facts')
    .values({ ...fact, field: 'expirationDate', value: '"2087-05-24T00:00:00.000Z"' })
    .execute();
  assert.equal((await knownOf(recordId)).facts.length, 1);
  await enqueueDue(db, { kind: 'plan-looks', uniqueKey: planKey(ownerId) });
  while ((await knownOf(recordId)).facts.length > 0) await pause(50);
  for (const table of ['checks', 'facts'] as const) {
    const left = await db.selectFrom(table).select('kind').where('subject', '=', 'llyw.cymru').execute();
    assert.deepEqual(left, []);
  }
});
